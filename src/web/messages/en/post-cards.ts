import { plural } from '#web/messages/plural.ts'

/** The cards of a post, and the entries of the changelog that name it. */
export const postCardsText = {
  title: 'Cards',
  list: 'Cards of this post',
  showAll: (count: number) => plural(count, { other: 'Show all # cards' }),
  failed: 'Cards couldn’t be loaded.',
  retry: 'Try again',
  done: 'Done',
  archived: 'Archived',
  place: (board: string, list: string) => `${board} · ${list}`,
  allDone: (count: number) =>
    plural(count, { one: 'Its card is done.', other: 'All # cards are done.' }),
  setStatus: (name: string) => `Set status to ${name}`,
  create: 'Create a card',
  dialog: 'Create a card from this post',
  board: 'Board',
  cardList: 'List',
  name: 'Name',
  notes: 'Notes',
  nameRequired: 'A card needs a name.',
  loadingBoards: 'Loading boards',
  noBoards: 'There’s no board with a list yet.',
  toBoards: 'Go to boards',
  created: (name: string) => `Created the card “${name}”`,
  entries: 'In the changelog',
  draft: 'Draft',
  scheduled: 'Scheduled',
  untitled: 'Untitled',
}
