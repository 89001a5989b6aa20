import { plural } from '#web/messages/plural.ts'

const segments = { one: '# segment', other: '# segments' }

/** The segments of a list. */
export const segmentsText = {
  title: 'Segments',
  find: 'Find by name',
  name: 'Segment',
  rules: 'Rules',
  contacts: 'Contacts',
  created: 'Created',
  count: (count: number) => plural(count, segments),
  matchCount: (count: number, loaded: number) =>
    `${plural(count, { other: '#' })} of ${plural(loaded, segments)}`,
  loadingAll: (count: number) => `Loading… ${plural(count, segments)}`,
  loading: 'Loading segments',
  failed: 'Couldn’t load segments',
  loadMoreFailed: 'Couldn’t load the rest.',
  empty: 'No segments yet',
  emptyDescription: 'Segments created on the server appear here.',
  createDescription:
    'A segment is a filter with a name: campaigns can go to the contacts that match it.',
  noMatches: (text: string) => `No segments match “${text}”`,
  new: 'New segment',
  readOnly: 'Your API key can’t create or preview segments.',
  onServer: 'Segments are created on the server.',
  export: 'Export CSV',
  fileName: (date: string) => `segments ${date}.csv`,
  exported: (count: number) => `${plural(count, segments)} exported`,
  notFound: 'Segment not found',
  notFoundDescription: 'It may have been deleted or is in another list.',
  back: 'Back to segments',
}

/** The rules of a segment in words. */
export const segmentRuleText = {
  status: 'Status',
  tag: 'Tag',
  email_address: 'Email address',
  created_at: 'Added',
  updated_at: 'Updated',
  field: 'Merge field',
  ops: {
    is: 'is',
    is_not: 'isn’t',
    contains: 'contains',
    not_contains: 'doesn’t contain',
    starts_with: 'starts with',
    exists: 'has a value',
    not_exists: 'has no value',
    before: 'before',
    after: 'on or after',
  },
  hasTag: 'Has a tag',
  hasNoTag: 'Has no tag',
  /** Of a moment within a day. */
  afterMoment: 'after',
  quoted: (text: string) => `“${text}”`,
}

/** Creating, changing and deleting a segment. */
export const segmentEditText = {
  new: 'New segment',
  edit: 'Edit segment',
  editAction: 'Edit…',
  actions: (segment: string) => `Actions for ${segment}`,
  copyId: 'Copy ID',
  copied: (id: string) => `Copied ${id}`,
  delete: 'Delete…',
  name: 'Name',
  nameRequired: 'Enter a name.',
  match: 'Contacts match',
  all: 'All rules',
  any: 'Any rule',
  rule: (number: number) => `Rule ${number}`,
  field: 'Field',
  op: 'Condition',
  value: 'Value',
  date: 'Date',
  fieldName: 'Field name',
  addRule: 'Add rule',
  removeRule: (number: number) => `Remove rule ${number}`,
  valueRequired: 'Enter a value.',
  fieldRequired: 'Enter the name of a field.',
  preview: 'Preview',
  counting: 'Counting…',
  incomplete: 'Complete the rules to see who matches.',
  matching: (count: number) =>
    plural(count, { one: '# contact matches', other: '# contacts match' }),
  previewFailed: 'Couldn’t count the contacts.',
  more: (count: number) => plural(count, { one: 'and # more', other: 'and # more' }),
  save: 'Save',
  create: 'Create segment',
  created: (segment: string) => `Created segment ${segment}`,
  fields: { name: 'name', filter: 'filter' },
  edited: (segment: string) => `Edited segment ${segment}`,
  deleted: (segment: string) => `Deleted segment ${segment}`,
  deleteTitle: (segment: string) => `Delete segment ${segment}?`,
  deleteEffect: 'Its contacts stay. You can’t undo this.',
  deleteSegment: 'Delete segment',
}
