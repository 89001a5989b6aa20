import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })

/** Parts of the board that load after it is drawn: menus, quick add, members and progress. */
export const boardLazyText = {
  notFound: 'Board not found',
  notFoundDescription: 'It may have been deleted or is in another workspace.',
  backToBoards: 'Back to boards',

  progress: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
  members: 'Board members',
  searching: (loaded: number, all: number) =>
    all > 0 ? `Searching ${number(loaded)} of ${number(all)}…` : `Searching ${number(loaded)}…`,
  moreMembers: (count: number) => `+${count}`,

  newCardName: (list: string) => `Title of the new card in ${list}`,
  createMany: (count: number) => plural(count, { one: 'Create # card', other: 'Create # cards' }),
  add: 'Add',
  added: (card: string, list: string) => `Added ${card} to ${list}`,
  addedMany: (count: number, list: string) =>
    plural(count, { one: `Added # card to ${list}`, other: `Added # cards to ${list}` }),
  addedAt: (card: string, list: string, position: number, size: number) =>
    `${card} added to ${list}, position ${number(position)} of ${number(size)}.`,
  savingCard: (card: string) => `Saving ${card}…`,
  savingMany: (count: number) => plural(count, { one: 'Saving # card…', other: 'Saving # cards…' }),
  changedSinceAdded: (card: string) => `${card} has changed since you added it. Undo anyway?`,
  createOne: 'Keep as one card',
  nameTooLong: 'Titles can have up to 512 characters',
  saving: 'Saving…',

  discard: 'Discard',

  cardNotOnBoard: 'This card is archived or on another board.',
  cardNotFound: (reason: string) => `Couldn’t find the card. ${reason}`,

  menu: {
    top: 'Move to top',
    bottom: 'Move to bottom',
  },
  move: {
    title: 'Move card',
    find: 'Search lists',
    here: 'Current',
    completes: 'Completes',
    top: 'Top',
    bottom: 'Bottom',
    topOf: (list: string) => `Top of ${list}`,
    bottomOf: (list: string) => `Bottom of ${list}`,
    after: 'After card…',
    afterCard: 'Place after',
    to: (list: string) => `Move to ${list}`,
    none: (text: string) => `No lists match “${text}”`,
    noCards: 'No other cards loaded in this list',
  },
}
