import { plural } from '#web/messages/plural.ts'

const lists = { one: '# list', other: '# lists' }
const contacts = { one: '# contact', other: '# contacts' }

/** The page of all lists. */
export const listsText = {
  title: 'Lists',
  which: 'Which lists',
  open: 'Open',
  archived: 'Archived',
  find: 'Find by name',
  caption: (archived: boolean) => (archived ? 'Archived lists' : 'Lists'),
  name: 'List',
  contacts: 'Contacts',
  subscribed: 'Subscribed',
  id: 'ID',
  created: 'Created',
  /** What a pointer on the counts shows. */
  breakdown: (parts: readonly { status: string; count: number }[]) =>
    parts.map(({ status, count }) => `${plural(count, { other: '#' })} ${status}`).join(', '),
  count: (count: number) => plural(count, lists),
  matchCount: (count: number, loaded: number) =>
    `${plural(count, { other: '#' })} of ${plural(loaded, lists)}`,
  loadingAll: (count: number) => `Loading… ${plural(count, lists)}`,
  loading: 'Loading lists',
  failed: 'Couldn’t load lists',
  loadMoreFailed: 'Couldn’t load the rest.',
  empty: 'No lists yet',
  emptyDescription: 'Lists created on the server appear here, with their contacts.',
  createDescription: 'A list holds the contacts that your campaigns go to.',
  noArchived: 'No archived lists',
  noArchivedDescription: 'Archived lists are kept here. No contacts can be added to them.',
  noMatches: (text: string) => `No lists match “${text}”`,
  new: 'New list',
}

/** The header that the pages of one list share. */
export const listHeaderText = {
  loading: 'Loading list',
  unnamed: 'List',
  parts: 'Parts of the list',
  contacts: 'Contacts',
  segments: 'Segments',
  tags: 'Tags',
  import: 'Import',
  export: 'Export',
  exportContacts: 'Export contacts',
  total: (count: number) => plural(count, contacts),
  contactUnit: (count: number) => plural(count, { one: 'contact', other: 'contacts' }),
  subscribed: (count: number) => plural(count, { other: '# subscribed' }),
  id: 'list ID',
  archived: 'Archived',
  deletedMeanwhile: 'This list was just deleted.',
  notFound: 'List not found',
  notFoundDescription: 'It may have been deleted or is in another workspace.',
  back: 'Back to lists',
  addContact: 'Add contact',
}

/** Creating, editing, archiving and deleting a list. */
export const listEditText = {
  new: 'New list',
  edit: 'Edit list',
  actions: (list: string) => `Actions for ${list}`,
  copyId: 'Copy ID',
  copied: (id: string) => `Copied ${id}`,
  archive: 'Archive',
  restore: 'Restore',
  delete: 'Delete…',
  name: 'Name',
  nameRequired: 'Enter a name.',
  description: 'Description',
  descriptionHint: 'Only people in this workspace see it.',
  doubleOptIn: 'Double opt-in',
  doubleOptInHint: 'New contacts are pending until they confirm.',
  save: 'Save',
  create: 'Create list',
  created: (list: string) => `Created list ${list}`,
  edited: (list: string) => `Edited list ${list}`,
  archivedList: (list: string) => `Archived ${list}`,
  restoredList: (list: string) => `Restored ${list}`,
  deleted: (list: string) => `Deleted list ${list}`,
  fields: {
    name: 'name',
    description: 'description',
    doubleOptIn: 'double opt-in',
    state: 'state',
  },
  doubleOptInState: (isOn?: boolean) => (isOn ? 'on' : 'off'),
  state: (archived?: boolean) => (archived ? 'archived' : 'open'),
  hasContacts: (list: string) => `${list} has contacts now. Undo and delete them too?`,
  deleteTitle: (list: string) => `Delete ${list}?`,
  deleteEmpty: 'The list is empty. You can’t undo this.',
  deleteWarning: (count: number) =>
    `${plural(count, { one: '# contact is', other: '# contacts are' })} deleted with their tags and segments. You can’t undo this.`,
  deleteUnknown:
    'The list is deleted with all its contacts, tags and segments. You can’t undo this.',
  deleteConfirm: (list: string) => `Type “${list}” to confirm`,
  deleteMismatch: 'The name doesn’t match.',
  deleteList: 'Delete list',
  archiveFirst: 'Archive the list first. A list with contacts can be deleted only then.',
}
