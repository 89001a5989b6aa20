import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })
const cards = (count: number) => plural(count, { one: '# card', other: '# cards' })

/** Parts of a board beside its lists: menus, quick add, moving a card, and the page of a board that is gone. */
export const boardPartsText = {
  notFound: 'Board not found',
  notFoundDescription: 'It may have been deleted or is in another workspace.',
  backToBoards: 'Back to boards',

  newCardName: (list: string) => `Title of the new card in ${list}`,
  /** Read from the text of a new card: "Recognized: tomorrow, labels Copy, Design." */
  recognized: (facts: string) => `Recognized: ${facts}.`,
  recognizedNone: 'No labels or due date.',
  textHint: (due: string) => `Label: #name · Due date: ${due}`,
  textHintDue: (due: string) => `Due date: ${due}`,
  titleMissing: 'Type a title, too',
  createMany: (count: number) => plural(count, { one: 'Create # card', other: 'Create # cards' }),
  add: 'Add',
  added: (card: string, list: string) => `Added ${card} to ${list}`,
  addedMany: (count: number, list: string) =>
    plural(count, { one: `Added # card to ${list}`, other: `Added # cards to ${list}` }),
  addedAt: (card: string, list: string, position: number, size: number) =>
    `${card} added to ${list}, position ${number(position)} of ${number(size)}.`,
  savingCard: (card: string) => `Saving ${card}…`,
  addingMany: (count: number) => plural(count, { one: 'Adding # card…', other: 'Adding # cards…' }),
  changedSinceAdded: (card: string) => `${card} has changed since you added it. Undo anyway?`,
  createOne: 'Keep as one card',
  nameTooLong: 'Titles can have up to 512 characters',
  saving: 'Saving…',

  discard: 'Discard',

  menu: {
    open: 'Open',
    rename: 'Rename',
    labels: 'Labels…',
    due: 'Due date…',
    members: 'Members…',
    copyLink: 'Copy link',
    archive: 'Archive',
    delete: 'Delete',
    select: 'Select',
    deselect: 'Deselect',
    top: 'Move to top',
    bottom: 'Move to bottom',
  },
  /** The menu of a selected card, for all selected cards. */
  menuMany: {
    name: (count: number) => `Actions for ${cards(count)}`,
    labels: (count: number) => `Labels of ${cards(count)}…`,
    due: (count: number) => `Due date of ${cards(count)}…`,
    members: (count: number) => `Members of ${cards(count)}…`,
    move: (count: number) => `Move ${cards(count)}…`,
    done: (count: number) => `Mark ${cards(count)} as done`,
    reopen: (count: number) => `Reopen ${cards(count)}`,
    top: (count: number) => `Move ${cards(count)} to top`,
    bottom: (count: number) => `Move ${cards(count)} to bottom`,
    archive: (count: number) => `Archive ${cards(count)}`,
    delete: (count: number) => `Delete ${cards(count)}`,
  },
  move: {
    title: 'Move card',
    titleMany: 'Move cards',
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
    otherBoard: 'Another board…',
    board: 'Board',
    list: 'List',
    labels: 'Labels',
    match: 'Keep those the other board has',
    drop: 'Remove all',
    noOtherBoards: 'There are no other boards.',
    none: (text: string) => `No lists match “${text}”`,
    noCards: 'No other cards loaded in this list',
  },
}
