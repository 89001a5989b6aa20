/** The popover that adds a card where no list is on the screen. */
export const newCardText = {
  title: 'New card',
  due: (day: string) => `Due ${day}`,
  name: 'Title',
  list: 'List',
  add: 'Add card',
  empty: 'Enter a title.',
  tooLong: 'Titles can have up to 512 characters',
  discard: 'Discard',
  notAdded: (card: string, reason: string) => `Couldn’t add ${card}: ${reason}`,
  added: (card: string, list: string) => `Added ${card} to ${list}`,
}
