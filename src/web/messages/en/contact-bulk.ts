import { plural } from '#web/messages/plural.ts'

const tagNames = (tags: readonly string[]) =>
  tags.length === 1 ? `Tag ${tags.join('')}` : `Tags ${tags.join(', ')}`

/** Changes of many contacts. */
export const contactBulkText = {
  contacts: (count: number) => plural(count, { one: '# contact', other: '# contacts' }),
  aboutContacts: (count: number) => plural(count, { other: 'about # contacts' }),
  allMatching: 'all matching contacts',
  reading: (count: number) => plural(count, { one: '# contact read', other: '# contacts read' }),

  addTags: 'Add tag',
  removeTags: 'Remove tag',
  unsubscribe: 'Unsubscribe',
  resubscribe: 'Resubscribe',
  delete: 'Delete',

  tags: 'Tags',
  addTagsHint:
    'Choose tags, or enter new ones separated by commas. Put a tag with a comma in quotes.',
  addTagsTitle: (contacts: string) => `Add tags to ${contacts}`,
  removeTagsTitle: (contacts: string) => `Remove tags from ${contacts}`,
  addTo: (contacts: string) => `Add to ${contacts}`,
  removeFrom: (contacts: string) => `Remove from ${contacts}`,
  tagNeeded: 'Choose at least one tag.',
  allTagged: 'All of them have these tags already.',
  noneTagged: 'None of them has these tags.',
  noTags: 'None of them has a tag.',

  tagging: (tags: readonly string[], contacts: string) =>
    `${tagNames(tags)}: adding to ${contacts}`,
  untagging: (tags: readonly string[], contacts: string) =>
    `${tagNames(tags)}: removing from ${contacts}`,
  tagged: (tags: readonly string[], contacts: string) => `${tagNames(tags)} added to ${contacts}`,
  untagged: (tags: readonly string[], contacts: string) =>
    `${tagNames(tags)} removed from ${contacts}`,

  statusTitle: {
    unsubscribe: (contacts: string) => `Unsubscribe ${contacts}?`,
    resubscribe: (contacts: string) => `Resubscribe ${contacts}?`,
  },
  statusEffect: {
    unsubscribe: 'They no longer get email that is sent to this list.',
    resubscribe:
      'Contacts may have unsubscribed themselves. Resubscribe only people who asked you to.',
  },
  statusAction: {
    unsubscribe: (contacts: string) => `Unsubscribe ${contacts}`,
    resubscribe: (contacts: string) => `Resubscribe ${contacts}`,
  },
  /** Those of the selection that keep their status. */
  unchanged: {
    unsubscribe: (count: number) =>
      plural(count, {
        one: '# selected contact gets no email already and won’t change.',
        other: '# selected contacts get no email already and won’t change.',
      }),
    resubscribe: (count: number) =>
      plural(count, {
        one: '# selected contact isn’t unsubscribed and won’t change.',
        other: '# selected contacts aren’t unsubscribed and won’t change.',
      }),
  },
  /** Of all that match, nobody has counted them yet. */
  unchangedMatching: {
    unsubscribe: 'Contacts who get no email already won’t change.',
    resubscribe: 'Only unsubscribed contacts change; bounced and complained ones never do.',
  },
  noneToChange: {
    unsubscribe: 'None of them gets email.',
    resubscribe: 'None of them is unsubscribed.',
  },
  changing: {
    unsubscribe: (contacts: string) => `Unsubscribing ${contacts}`,
    resubscribe: (contacts: string) => `Resubscribing ${contacts}`,
  },
  changed: {
    unsubscribe: (contacts: string) => `${contacts} unsubscribed`,
    resubscribe: (contacts: string) => `${contacts} resubscribed`,
  },
  nothingChanged: 'No contact had to be changed.',
  noneChanged: 'No contact was changed',
  undoing: (job: string) => `Undo: ${job}`,
  /** `left` contacts were changed by others since then. */
  result: (label: string, left: number) =>
    left === 0
      ? label
      : `${label}. ${plural(left, {
          one: '# contact has changed since and keeps its new status.',
          other: '# contacts have changed since and keep their new status.',
        })}`,
  changedBack: (contacts: string) => `${contacts} changed back`,

  deleteTitle: (contacts: string) => `Delete ${contacts}?`,
  deleteTitleUnknown: 'Delete contacts?',
  deleteEffect:
    'They are deleted from this list for good, and this can’t be undone. A CSV file of them is saved first.',
  deleteConfirm: (count: number) => plural(count, { other: 'Type # to confirm' }),
  deleteMismatch: 'This isn’t the number of contacts.',
  deleteAction: (contacts: string) => `Delete ${contacts}`,
  deleteNothing: 'There is no contact to delete.',
  deletedFile: (list: string, day: string) => `${list}-deleted-${day}.csv`,
  deleting: (contacts: string) => `Deleting ${contacts}`,
  deleted: (contacts: string) => `${contacts} deleted`,

  readingContacts: 'Reading contacts…',
  readFailed: 'Couldn’t read the contacts.',
}
