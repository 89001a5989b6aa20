import { plural } from '#web/messages/plural.ts'

/** The page of all boards. */
export const boardsText = {
  title: 'Boards',
  open: 'Open',
  archived: 'Archived',
  which: 'Which boards',
  find: 'Find a board',
  cards: (count: number) => plural(count, { one: '# card', other: '# cards' }),
  cardsPerList: 'Cards per list',
  cardsInList: (list: string, count: number) =>
    `${list}: ${plural(count, { one: '# card', other: '# cards' })}`,
  star: (board: string) => `Star ${board}`,
  more: 'Load more boards',
  readOnly: 'You have read-only access.',
  loading: 'Loading boards',
  failed: 'Couldn’t load boards',
  loadMoreFailed: 'Couldn’t load more.',
  none: 'No boards yet',
  emptyDescription: 'Create a board to organize work in lists.',
  emptyDescriptionReadOnly: 'Boards created on the server appear here.',
  noArchived: 'No archived boards',
  noArchivedDescription: 'Archived boards are kept here, read-only.',
  noMatches: (text: string) => `No boards match “${text}”`,
  noLoadedMatches: (text: string) => `No loaded boards match “${text}”`,
  clearSearch: 'Clear filters',
  archivedMatches: (count: number) =>
    plural(count, { one: '# archived board matches', other: '# archived boards match' }),
  openMatches: (count: number) =>
    plural(count, { one: '# open board matches', other: '# open boards match' }),
  new: 'New board',
  importBoard: 'Import from Trello',
  overdue: (count: number) => plural(count, { other: '# overdue' }),
  changed: 'Changed',
}

export const createBoardText = {
  title: 'New board',
  name: 'Name',
  lists: 'Lists',
  listsHint: 'One list per line',
  defaultLists: ['To do', 'Doing', 'Done'],
  completes: 'Mark cards in the last list as done',
  create: 'Create board',
  created: (board: string) => `Created ${board}`,
  nameRequired: 'Enter a name.',
}
