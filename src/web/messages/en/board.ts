import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })
const cards = { one: '# card', other: '# cards' }

/** The page of one board: `board-page.tsx` and its parts. */
export const boardText = {
  role: 'card',
  board: 'Board',
  loading: 'Loading board',
  failed: 'Couldn’t load this board',
  archived: 'Archived boards are read-only.',
  readOnly: 'You have read-only access.',
  noLists: 'No lists yet',
  noListsDescription: 'Add a list to start.',
  noListsDescriptionReadOnly: 'Ask an admin to add a list.',
  instructions:
    'Use the arrow keys to move between cards. Enter opens a card, Space picks it up, M moves it, E marks it as done, Shift F10 opens its menu.',
  star: (board: string) => `Star ${board}`,
  lists: 'Lists',
  progress: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
  members: 'Board members',
  moreMembers: (count: number) => `+${count}`,

  view: 'View',
  views: { board: 'Board', table: 'Table', calendar: 'Calendar' },
  switchTo: {
    board: 'Switch to board view',
    table: 'Switch to table view',
    calendar: 'Switch to calendar view',
  },
  loadingView: 'Loading view',
  find: 'Find in board',
  display: 'Display',
  filters: 'Filters',
  activeFilters: (count: number) => plural(count, { one: '# filter', other: '# filters' }),
  filtersKey: 'F',
  filterBy: { label: 'Label', member: 'Member', due: 'Due', completed: 'Status' },

  boardMenu: 'Board actions',
  listMenu: (list: string) => `List actions for ${list}`,
  unsort: (list: string) => `Turn off sorting of ${list}`,
  boardOrder: (list: string) => `${list} is in board order`,
  addList: 'Add a list',

  newCard: 'New card',
  newCardKey: 'C',
  addCard: 'Add a card',
  addOnTop: (list: string) => `Add a card to the top of ${list}`,
  addAtBottom: (list: string) => `Add a card to ${list}`,

  countOf: (count: number, limit: number) => `${count} of ${limit}`,
  visibleOf: (shown: number, all: string) => `${shown} of ${all}`,
  atLeast: (count: number) => `${count}+`,
  cards: (count: number) => plural(count, cards),
  overLimit: 'Over the card limit of this list',
  completes: 'Cards moved here are marked as done',
  loadingMore: 'Loading more cards',
  sortedReason: 'This list is sorted, so its cards can’t be dragged. Use Move to… instead.',
  listFailed: 'Couldn’t load these cards.',
  notPrinted: 'More cards aren’t loaded. Choose Print in the board menu to print all.',
  loadMoreFailed: 'Couldn’t load more.',
  top: (list: string) => `Top of ${list}`,
  bottom: (list: string) => `Bottom of ${list}`,

  markDone: (card: string) => `Mark ${card} as done`,
  done: 'Done',
  menu: { done: 'Mark as done', reopen: 'Reopen', move: 'Move to…' },
  cardMenu: (card: string) => `Actions for ${card}`,
  facts: (list: string, position: number, size: string) =>
    `In ${list}, position ${position} of ${size}`,
  selected: 'Selected.',
  labels: (names: string) => `labels ${names}`,
  people: (names: string) => `assigned to ${names}`,

  // Shown and announced when cards move; cards/announcements.ts and the callers of a move say when.
  moved: (card: string, list: string, position: number, size: string) =>
    `${card} moved to ${list}, position ${position} of ${size}.`,
  reorderedAt: (card: string, list: string, position: number, size: string) =>
    `${card} reordered in ${list}, position ${position} of ${size}.`,
  amongHidden: 'Placed after the card above. Some cards are hidden by the filter.',
  markedDone: 'Marked as done.',
  refused: (card: string, list: string, message: string) =>
    `Couldn’t move ${card}. It’s back in ${list}. ${message}`,
  backIn: (card: string, list: string) => `${card} is back in ${list}.`,
  notMoved: (message: string) => `Not moved: ${message}`,
  movedTo: (card: string, list: string) => `Moved ${card} to ${list}`,
  reordered: (card: string, list: string) => `Reordered ${card} in ${list}`,
  cardMovedToBottom: (card: string, list: string) => `Moved ${card} to the bottom of ${list}`,
  cardMovedAndCompleted: (card: string, list: string) =>
    `Moved ${card} to ${list} and marked it as done`,
  stillCompleted: (card: string) => `${card} is still done`,
  reopen: 'Reopen',
  movedAgain: (card: string, to: string, back: string) =>
    `${card} has since moved to ${to}. Move it back to ${back}?`,

  movedBySomeoneElse: (card: string, list: string) => `Someone moved ${card} to ${list}`,
  changedBySomeoneElse: (card: string) => `Someone changed ${card}`,
  removed: 'Deleted',
  refresh: 'Refresh',
  cardAlreadyDeleted: (card: string) => `${card} was deleted`,
  moveAnyway: 'Move anyway',
}
