import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })

/** Parts of the board that come after it is drawn: its menus, adding a card, who and how much. */
export const boardLazyText = {
  progress: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
  members: 'People on this board',
  moreMembers: (count: number) => `+${count}`,

  newCardName: (list: string) => `Name of the new card in ${list}`,
  addHint: 'Enter adds the card and opens the next.',
  createMany: (count: number) => plural(count, { one: 'Make # card', other: 'Make # cards' }),
  createOne: 'Keep as one card',
  nameTooLong: 'A name has at most 512 characters.',
  saving: 'Saving',

  discard: 'Discard',

  menu: {
    top: 'Top of this list',
    bottom: 'Bottom of this list',
  },
  move: {
    title: 'Move card',
    find: 'Find a list',
    here: 'Here now',
    completes: 'Marks done',
    top: 'Top',
    bottom: 'Bottom',
    after: 'After card…',
    afterCard: 'After which card',
    to: (list: string) => `Move to ${list}`,
    none: (text: string) => `No list is called “${text}”.`,
    noCards: 'No other card is loaded in this list.',
  },
}
