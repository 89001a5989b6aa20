import { plural } from '#web/messages/plural.ts'

const automations = { one: '# automation', other: '# automations' }
const contacts = { one: '# contact', other: '# contacts' }

/** The page of all automations. */
export const automationsText = {
  title: 'Automations',
  readOnly: 'Your API key can’t change automations or enroll contacts.',
  find: 'Find by name',
  name: 'Automation',
  status: 'Status',
  list: 'List',
  active: 'Active',
  completed: 'Completed',
  count: (count: number) => plural(count, automations),
  matchCount: (count: number, loaded: number) =>
    `${plural(count, { other: '#' })} of ${plural(loaded, automations)}`,
  loadingAll: (count: number) => `Loading… ${plural(count, automations)}`,
  loading: 'Loading automations',
  failed: 'Couldn’t load automations',
  loadMoreFailed: 'Couldn’t load the rest.',
  empty: 'No automations yet',
  emptyDescription: 'Automations created on the server appear here.',
  createDescription:
    'An automation tells your external sender when to start a series of emails for a contact.',
  noMatches: (text: string) => `No automations match “${text}”`,
  new: 'New automation',
  notFound: 'Automation not found',
  notFoundDescription: 'It may have been deleted or is in another workspace.',
}

/** One automation and what can be done with it. */
export const automationText = {
  id: 'automation ID',
  idLabel: 'ID',
  actions: (automation: string) => `Actions for ${automation}`,
  trigger: 'Starts',
  triggers: {
    api: 'When a contact is enrolled',
    contact_created: 'When a contact is added',
    tag_added: 'When a contact gets a tag',
  },
  repeat: 'Repeat',
  repeats: 'Contacts can run through it more than once',
  repeatsNot: 'Once per contact',
  start: 'Start',
  pause: 'Pause',
  editAction: 'Edit…',
  archive: 'Archive',
  restore: 'Restore',
  delete: 'Delete…',
  copyId: 'Copy ID',
  copied: (id: string) => `Copied ${id}`,
  changed: {
    active: (automation: string) => `Started ${automation}`,
    paused: (automation: string) => `Paused ${automation}`,
    archived: (automation: string) => `Archived ${automation}`,
    draft: (automation: string) => `${automation} is a draft again`,
  },
  new: 'New automation',
  edit: 'Edit automation',
  nameLabel: 'Name',
  nameRequired: 'Enter a name.',
  listLabel: 'List',
  listRequired: 'Choose a list.',
  triggerLabel: 'Start',
  allowRepeat: 'Allow repeats',
  allowRepeatHint: 'A contact can run through it more than once.',
  save: 'Save',
  create: 'Create automation',
  created: (automation: string) => `Created automation ${automation}`,
  fields: {
    name: 'name',
    trigger: 'start',
    allowRepeat: 'rule about repeats',
    status: 'status',
  },
  allowRepeatState: (isOn?: boolean) => (isOn ? 'allowed' : 'not allowed'),
  edited: (automation: string) => `Edited automation ${automation}`,
  deleteTitle: (automation: string) => `Delete automation ${automation}?`,
  deleteEffect: 'Its enrollments are deleted too. You can’t undo this.',
  deleteAutomation: 'Delete automation',
  deleted: (automation: string) => `Deleted automation ${automation}`,
  enrollments: 'Enrollments',
  noEnrollments: 'No contacts are enrolled.',
  enrollmentsFailed: 'Couldn’t load enrollments.',
  started: 'Started',
  ended: 'Ended',
  moreEnrollments: 'Load more',
  cancelOf: (address: string) => `Cancel enrollment of ${address}`,
  cancelTitle: (address: string) => `Cancel the enrollment of ${address}?`,
  cancelEffect: 'Your external sender stops the series for this contact. You can’t undo this.',
  cancelEnrollment: 'Cancel enrollment',
  keep: 'Keep it',
  canceled: (address: string) => `Canceled the enrollment of ${address}`,
}

/** Some of the enrollments of an automation. */
export const enrollmentFilterText = {
  status: 'State',
  anyStatus: 'Any state',
  address: 'Exact email',
  find: 'Find',
  wholeAddress: 'Enter a full email address.',
  notFound: 'No one with that address in the list of this automation.',
  noMatches: 'No enrollments match.',
  clear: 'Clear filters',
}

/** Enrolling contacts in an automation. */
export const enrollText = {
  title: 'Enroll contacts',
  notActive: 'Start the automation to enroll contacts.',
  addresses: 'Email addresses',
  hint: 'One address per line.',
  find: 'Find contacts',
  required: 'Enter an email address.',
  noneValid: 'None of this is an email address.',
  tooMany: (count: number) => `Enter at most ${plural(count, { other: '# addresses' })} at a time.`,
  invalid: (count: number) =>
    plural(count, {
      one: '# line isn’t an email address.',
      other: '# lines aren’t email addresses.',
    }),
  searching: (count: number, total: number) =>
    `Searching… ${plural(count, { other: '#' })} of ${plural(total, { one: '# address', other: '# addresses' })}`,
  found: (found: number, total: number) =>
    found === total
      ? `${plural(found, contacts)} found.`
      : `${plural(found, { other: '#' })} of ${plural(total, contacts)} found.`,
  repeated: (count: number) =>
    plural(count, {
      one: '# repeated address counts once.',
      other: '# repeated addresses count once.',
    }),
  cannotStart: (status: string) => `This contact can’t be started: ${status.toLowerCase()}.`,
  start: (count: number) => `Start for ${plural(count, contacts)}`,
  retry: (count: number) => `Try ${plural(count, contacts)} again`,
  searchAgain: 'Search again',
  clear: 'Clear',
  download: 'Download list',
  fileName: (date: string) => `enrollments ${date}.csv`,
  columns: { address: 'Email', state: 'State', reason: 'Reason' },
  chooseList: (address: string) => `List of ${address}`,
  states: {
    invalid: 'Not an address',
    searching: 'Searching',
    unknown: 'Not found',
    unread: 'Search failed',
    found: 'Found',
    waiting: 'Waiting',
    started: 'Started',
    failed: 'Not started',
  },
  more: (count: number) => plural(count, { one: '# more', other: '# more' }),
  starting: (count: number, automation: string) =>
    `Starting ${automation} for ${plural(count, contacts)}`,
  startingOne: (address: string, automation: string) => `Starting ${automation} for ${address}`,
  startedOne: (address: string, automation: string) => `${address} was started on ${automation}`,
  failedOne: (address: string, reason = '') => `${address} wasn’t started. ${reason}`.trim(),
  job: (count: number, automation: string) => `Start ${automation} for ${plural(count, contacts)}`,
  result: (started: number, failed: number) =>
    failed === 0
      ? `${plural(started, contacts)} started`
      : `${plural(started, contacts)} started, ${plural(failed, { other: '# not started' })}`,
}
