import { plural } from '#web/messages/plural.ts'

const contacts = { one: '# contact', other: '# contacts' }

interface FilterWords {
  list: string
  segment?: string | undefined
  status?: string | undefined
  tags: readonly string[]
  search?: string | undefined
}

/** The contacts of a list. */
export const contactsText = {
  /** The filter in words. */
  caption: ({ list, segment, status, tags, search }: FilterWords) =>
    [
      segment === undefined ? `Contacts of ${list}` : `Contacts of ${list} in segment ${segment}`,
      status && `status ${status}`,
      tags.length > 0 && `tag ${tags.join(' or ')}`,
      search && `matching “${search}”`,
    ]
      .filter(Boolean)
      .join(', '),
  unnamedList: 'this list',
  readOnly: 'Your API key can’t add or change contacts.',
  columns: {
    email: 'Email',
    status: 'Status',
    tags: 'Tags',
    created_at: 'Added',
    updated_at: 'Updated',
    id: 'ID',
  },
  noTags: 'None',
  noValue: 'Empty',
  moreTags: (count: number) => plural(count, { other: '+#' }),
  failed: 'Couldn’t load contacts',
  empty: 'No contacts yet',
  importFile: 'Import a file',
  emptyDescription: 'Contacts that are added or imported appear here.',
  noneWith: (filters: readonly (string | undefined)[]) =>
    `No contacts match ${filters.filter(Boolean).join(' and ')}`,
  or: ' or ',
  missingTag: (tag: string) => `This list has no tag “${tag}” anymore`,
  emptySegment: 'No contacts match this segment right now',
  clearFilters: 'Clear filters',
  nextPageOffline: 'You’re offline. The next page isn’t loaded yet.',
  refusedCursor: 'That page is no longer available. Showing the first page.',
  filters: 'Filters',
  status: 'Status',
  tag: 'Tag',
  segment: 'Segment',
  segmentOnly: 'A segment can’t be combined with other filters.',
  /** How many a rule selects. */
  allMatching: (count: number, isEstimate: boolean) =>
    plural(count, {
      one: 'All # matching contact selected',
      other: isEstimate
        ? 'All matching contacts selected, about #'
        : 'All # matching contacts selected',
    }),
  selectAll: 'Select all contacts of this list',
  total: (count: number) => plural(count, contacts),
}

/** Finding a contact by its address, or by words. */
export const findContactText = {
  byAddress: 'Find by exact email',
  byWords: 'Find contacts',
  wholeAddress: 'Enter a full email address. Only exact matches are found.',
  notFound: 'No one with that address in this list.',
  searching: 'Searching…',
  otherLists: 'Look in other lists',
  elsewhereFailed: 'Some lists couldn’t be searched.',
  nowhere: 'No other list has that address.',
  clear: 'Clear',
}

/** What can be done with one contact. */
export const contactMenuText = {
  delete: 'Delete contact',
  open: 'Open',
  copyAddress: 'Copy address',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copied: (address: string) => `Copied ${address}`,
}
