import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })
const cards = { one: '# card', other: '# cards' }

/** Changes of boards, lists and labels, in toasts and the undo history. */
export const boardEditText = {
  addedList: (list: string) => `Added list ${list}`,
  renamed: (name: string) => `Renamed to ${name}`,
  movedList: (list: string, position: number, size: number) =>
    `Moved list ${list} to position ${number(position)} of ${number(size)}`,
  archived: (name: string) => `Archived ${name}`,
  unarchived: (name: string) => `Restored ${name}`,
  completes: (list: string) => `${list} now marks cards as done`,
  completesNot: (list: string) => `${list} no longer marks cards as done`,
  limited: (list: string, limit: number) =>
    plural(limit, {
      one: `Limited ${list} to # card`,
      other: `Limited ${list} to # cards`,
    }),
  unlimited: (list: string) => `Removed the card limit of ${list}`,
  described: (board: string) => `Changed the description of ${board}`,
  addedLabel: (label: string) => `Added label ${label}`,
  recolored: (label: string) => `Changed the color of ${label}`,
  unnamed: (color: string) => `the unnamed ${color} label`,
  fields: {
    name: 'name',
    description: 'description',
    state: 'state',
    limit: 'card limit',
    completes: 'rule about done cards',
    position: 'position',
    color: 'color',
  },
  state: (archived?: boolean) => (archived ? 'archived' : 'open'),
  completesState: (isOn?: boolean) => (isOn ? 'marks cards as done' : 'doesn’t mark cards as done'),
  afterList: (list: string) => `after ${list}`,
  firstList: 'the first place',
  deletedList: (list: string) => `Deleted list ${list}`,
  deletedLabel: (label: string) => `Deleted label ${label}`,
  deletedBoard: (board: string) => `Deleted ${board}`,
}

/** The menu of a list and its dialogs. */
export const listMenuText = {
  rename: 'Rename',
  name: (list: string) => `Name of list ${list}`,
  nameRequired: 'Enter a name.',
  completes: 'Mark cards as done here',
  completesNot: 'Stop marking cards as done here',
  limit: 'Card limit…',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  move: 'Move list…',
  add: 'Add list…',
  archive: 'Archive list',
  delete: 'Delete list…',
  save: 'Save',

  limitTitle: (list: string) => `Card limit of ${list}`,
  limitLabel: 'Cards at most',
  limitHint: 'Leave empty for no limit. Cards can still be moved in above it.',
  limitOnDevice: 'Kept on this device and not shown to others.',
  limitInvalid: 'Enter a whole number from 1 to 10,000.',

  moveTitle: (list: string) => `Move list ${list}`,
  position: 'Position',
  positionOf: (position: number, list: string) => `${number(position)} · now ${list}`,
  moveTo: 'Move list',

  deleteTitle: (list: string) => `Delete list ${list}?`,
  deleteTarget: (count: number) =>
    plural(count, { one: 'Move its # card to', other: 'Move its # cards to' }),
  deleteTargetHint: 'Archived cards of this list move there too.',
  deleteEmpty: (target: string) => `The list is empty. Archived cards, if any, move to ${target}.`,
  deleteOnly: (count: number) =>
    plural(count, {
      one: 'Its # card needs another list. Add a list first.',
      other: 'Its # cards need another list. Add a list first.',
    }),
  deleteOnlyEmpty: 'The list is empty.',
  deleteForever: 'This can’t be undone.',
  deleteList: 'Delete list',
  deleteAndMove: (count: number) => `Delete list and move ${plural(count, cards)}`,
}

/** The field that adds a list. */
export const addListText = {
  name: 'Name of the new list',
  saving: 'Saving…',
  submit: 'Add list',
}

/** The menu of a board and its dialogs. */
export const boardMenuText = {
  labelOf: (board: string) => `Actions for ${board}`,
  rename: 'Rename',
  edit: 'Rename or describe…',
  name: 'Name of the board',
  describe: 'Description…',
  about: 'About this board…',
  labels: 'Labels…',
  archivedItems: 'Archived items…',
  archive: 'Archive board',
  unarchive: 'Restore board',
  delete: 'Delete board…',
  star: 'Star',
  unstar: 'Remove star',

  editTitle: 'Edit board',
  nameLabel: 'Name',
  nameRequired: 'Enter a name.',
  descriptionLabel: 'Description',
  descriptionHint: 'Markdown is supported.',
  save: 'Save',

  deleteTitle: (board: string) => `Delete ${board}?`,
  deleteWarning: (lists: number, count: number) =>
    `Deletes ${plural(lists, { one: '# list', other: '# lists' })} and ${plural(count, cards)}, including archived ones. This can’t be undone.`,
  deleteConfirm: (board: string) => `Type “${board}” to confirm`,
  deleteMismatch: 'The name doesn’t match.',
  deleteBoard: 'Delete board',
}

/** The labels of a board. */
export const labelsText = {
  title: 'Labels',
  newName: 'New label',
  name: 'Name',
  add: 'Add label',
  search: 'Search labels',
  none: 'No labels yet',
  noMatches: (text: string) => `No labels match “${text}”`,
  more: (count: number) => `Show ${number(count)} more`,
  count: (count: number) => plural(count, { one: '# label', other: '# labels' }),
  edit: (label: string) => `Edit ${label}`,
  delete: (label: string) => `Delete ${label}`,
  save: 'Save',
  deleteTitle: (label: string) => `Delete ${label}?`,
  deleteFrom: (count: number) =>
    count === 0
      ? 'No open card has it.'
      : plural(count, {
          one: 'This removes it from # card.',
          other: 'This removes it from # cards.',
        }),
  deleteUncounted: 'This removes it from all cards that have it.',
  deleteLabel: 'Delete label',
}

/** Archived lists and cards of a board. */
export const archivedText = {
  title: 'Archived items',
  which: 'Archived items',
  cards: 'Cards',
  lists: 'Lists',
  search: 'Search archived items',
  restore: (name: string) => `Restore ${name}`,
  restoreShort: 'Restore',
  delete: (name: string) => `Delete ${name}`,
  inList: (list: string) => `In ${list}`,
  inArchivedList: 'In an archived list',
  cardCount: (count: number) => plural(count, cards),
  loading: 'Loading archived items',
  failed: 'Couldn’t load archived items',
  noCards: 'No archived cards',
  noLists: 'No archived lists',
  noMatches: (text: string) => `Nothing archived matches “${text}”`,
  more: 'Load more',
}
