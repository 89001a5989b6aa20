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
  readOnly: 'This key can read boards but not change them.',
  loading: 'Boards are loading',
  failed: 'Boards could not be loaded.',
  loadMoreFailed: 'Could not load the rest.',
  none: 'No boards yet.',
  emptyDescription: 'Make the first one, with the lists its cards go through.',
  emptyDescriptionReadOnly: 'Boards are made in the service. Once there is one, it appears here.',
  noArchived: 'Nothing is archived.',
  noArchivedDescription:
    'A board that is archived leaves the open ones and can still be read here.',
  noMatches: (text: string) => `No boards match “${text}”.`,
  noLoadedMatches: (text: string) => `No loaded board matches “${text}”.`,
  clearSearch: 'Clear filters',
  archivedMatches: (count: number) =>
    plural(count, { one: '# archived board matches', other: '# archived boards match' }),
  openMatches: (count: number) =>
    plural(count, { one: '# open board matches', other: '# open boards match' }),
  new: 'New board',
}

export const createBoardText = {
  title: 'New board',
  name: 'Name',
  lists: 'Lists',
  listsHint: 'One on each line, in the order cards go through them.',
  defaultLists: ['To do', 'Doing', 'Done'],
  completes: 'The last list marks its cards done',
  create: 'Create board',
  created: (board: string) => `Created ${board}`,
  nameRequired: 'A board needs a name.',
}
