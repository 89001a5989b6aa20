import { plural } from '#web/messages/plural.ts'

const cards = { one: '# card', other: '# cards' }
const number = (value: number) => plural(value, { other: '#' })
const days = { one: '# day', other: '# days' }

/** The page of one board: `board-page.tsx` and its parts. */
export const boardText = {
  role: 'card',
  board: 'Board',
  unnamed: 'Board',
  loading: 'The board is loading',
  failed: 'This board could not be loaded.',
  notFound: 'This board is not here. It may have been removed, or belong to another workspace.',
  backToBoards: 'Back to boards',
  archived: 'This board is archived. It can be read but not changed.',
  readOnly: 'This key can read but not change things.',
  noLists: 'This board has no lists yet.',
  noListsDescription: 'Lists are made in the service. Once there is one, its cards appear here.',
  instructions:
    'Arrow keys move between cards. Space lifts a card, Enter opens its menu, M moves it, E marks it done.',
  star: (board: string) => `Star ${board}`,
  lists: 'Lists',

  find: 'Find in board',
  clearSearch: 'Clear filters',
  found: (found: number, all: number) => `${number(found)} of ${plural(all, cards)}`,
  matchCountLoaded: (found: number, loaded: number, all: number) =>
    `${number(found)} in ${number(loaded)} loaded of ${plural(all, cards)}`,
  noMatches: (text: string) => `No cards match “${text}”.`,
  noLoadedMatches: (text: string) => `No loaded card matches “${text}”.`,

  newCard: 'New card',
  newCardKey: 'C',
  addCard: 'Add a card',
  addOnTop: (list: string) => `Add a card on top of ${list}`,
  addAtBottom: (list: string) => `Add a card to ${list}`,

  countOf: (count: number, limit: number) => `${count} of ${limit}`,
  visibleOf: (shown: number, all: string) => `${shown} of ${all}`,
  atLeast: (count: number) => `${count}+`,
  cards: (count: number) => plural(count, cards),
  overLimit: 'More cards than the limit of this list',
  completes: 'Cards that enter this list are marked done',
  loadingMore: 'More cards are loading',
  listFailed: 'These cards could not be loaded.',
  loadMoreFailed: 'Could not load the rest.',
  top: (list: string) => `Top of ${list}`,
  bottom: (list: string) => `Bottom of ${list}`,

  markDone: (card: string) => `Done: ${card}`,
  done: 'Done',
  menu: { done: 'Mark done', reopen: 'Reopen', move: 'Move to…' },
  cardMenu: (card: string) => `Menu of ${card}`,
  unnamedLabel: (color: string) => `Label without a name, ${color}`,
  due: {
    overdue: (count: number) => (count === 0 ? 'Overdue' : `Overdue ${plural(count, days)}`),
    today: 'Today',
    tomorrow: 'Tomorrow',
    done: (date: string) => `done ${date}`,
    on: (date: string) => `due ${date}`,
  },
  facts: (list: string, position: number, size: string) =>
    `In ${list}, position ${position} of ${size}`,
  labels: (names: string) => `labels ${names}`,
  people: (names: string) => `for ${names}`,

  // What is said and shown when something moved; the table of moments is announcements.ts.
  lifted: (card: string, list: string, position: number, size: string) =>
    `Picked up ${card}. ${list}, position ${position} of ${size}. Arrow keys move, Space drops, Escape cancels.`,
  over: (list: string, position: number, size: string) =>
    `${list}, position ${position} of ${size}.`,
  moved: (card: string, list: string, position: number, size: string) =>
    `${card} moved to ${list}, position ${position} of ${size}.`,
  amongHidden: 'After the card above, among hidden cards.',
  markedDone: 'Marked done.',
  cancelled: (card: string, list: string, position: number) =>
    `Move cancelled. ${card} is back in ${list}, position ${position}.`,
  refused: (card: string, list: string, message: string) =>
    `Not moved. ${card} is back in ${list}. The service said: ${message}`,
  backIn: (card: string, list: string) => `${card} is shown in ${list} again.`,
  notMoved: (message: string) => `Not moved: ${message}`,
  movedTo: (card: string, list: string) => `Moved ${card} to ${list}`,
  cardMovedToBottom: (card: string, list: string) => `Moved ${card} to the bottom of ${list}`,
  cardMovedAndCompleted: (card: string, list: string) => `Moved ${card} to ${list} and marked done`,
  stillCompleted: (card: string) => `${card} is still done`,
  reopen: 'Reopen',
  markedDoneToast: (card: string) => `Marked ${card} done`,
  reopened: (card: string) => `Reopened ${card}`,
  movedAgain: (card: string, to: string, back: string) =>
    `${card} was moved again, to ${to}. Put it back in ${back} anyway?`,

  movedBySomeoneElse: (card: string, list: string) =>
    `Somebody else moved ${card} to ${list} first`,
  changedBySomeoneElse: (card: string) => `Somebody else changed ${card} first`,
  removed: 'No longer here',
  refresh: 'Refresh',
  cardAlreadyDeleted: (card: string) => `${card} is not here any more`,
  anyway: 'Do it anyway',
}
