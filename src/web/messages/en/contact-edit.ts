/** In this list or another, or by hand: the server does not say which. */
const hasLeftBefore = 'this address unsubscribed, bounced, complained or was suppressed before'

/** Adding, editing and deleting one contact. */
export const contactEditText = {
  edited: (address: string) => `Edited ${address}`,
  added: (address: string) => `Added ${address}`,
  deleted: (address: string) => `Deleted ${address}`,
  /** In a question; a merge field has its own name. */
  parts: {
    email_address: 'email address',
    status: 'status',
    tag: (tag: string) => `tag ${tag}`,
  },
  loading: 'Loading contact',
  failed: 'Couldn’t load this contact',
  missing: 'Contact not found',
  deletedMeanwhile:
    'This contact or its list was just deleted. Changes can’t be saved; you can still copy them.',
  missingDescription: 'It may have been deleted or is in another list.',
  email: 'Email',
  copyAddress: 'Copy email address',
  copied: (address: string) => `Copied ${address}`,
  emailRequired: 'Enter an email address.',
  emailInvalid: 'Enter a valid email address.',
  status: 'Status',
  statusOf: (status: string) => `Status: ${status}`,
  statusLocked: 'They reported an email as spam, so the status can’t change.',
  statusFollows: (status: string) => `The status is now ${status}, because ${hasLeftBefore}.`,
  tags: 'Tags',
  tagsHint: 'Press Enter or a comma after each tag. Put a tag with a comma in quotes.',
  fields: 'Fields',
  fieldName: 'Field name',
  fieldValue: (name: string) => (name === '' ? 'Field value' : `Value of ${name}`),
  addField: 'Add field',
  renameField: (name: string) => `Name of ${name}`,
  removeField: (name: string) => (name === '' ? 'Remove field' : `Remove ${name}`),
  fieldRepeated: 'There is already a field with this name.',
  fieldNameRequired: 'Enter a name for this field.',
  idName: 'contact ID',
  source: 'Source',
  /** Other sources are shown as the server calls them. */
  sources: { api: 'API' } as Partial<Record<string, string>>,
  created: 'Added',
  updated: 'Updated',
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  offlineUnsaved: 'You’re offline. What you changed isn’t saved yet.',
  saved: 'Saved',
  save: 'Save',
  enroll: 'Enroll in an automation',
  nothing: 'Nothing',
  readOnly: 'To add a contact, connect with a key that can write.',
  addAnother: 'Add another',
  open: 'Open contact',
  /** Of an address that was in the list. */
  existed: 'This address was already here',
  leftBefore: (status: string) => `Added, but is ${status}, because ${hasLeftBefore}.`,
  existedUpdated: 'Its details were updated:',
  existedSame: 'Nothing changed.',
  staysAs: (status: string) =>
    `The status stays ${status}. Adding an address never subscribes it again.`,
  tagAdded: (tag: string) => `Tag “${tag}” added`,
  partChanged: (part: string, before: string, after: string) => `${part}: ${before} → ${after}`,
  partAdded: (part: string, after: string) => `${part}: ${after}`,
}

/** Enrolling one contact, from its drawer. */
export const enrollContactText = {
  title: 'Enroll in an automation',
  automation: 'Automation',
  choose: 'Choose an automation',
  required: 'Choose an automation.',
  hint: 'It starts after a few seconds. Then it can’t be undone.',
  none: 'There is no active automation for this list.',
  open: 'Open automations',
  loading: 'Loading automations',
  failed: 'Couldn’t load automations',
}
