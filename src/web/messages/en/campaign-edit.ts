import { plural } from '#web/messages/plural.ts'

const people = { one: '# subscribed contact', other: '# subscribed contacts' }
const join = (words: readonly string[]) =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1] ?? ''}`

interface Audience {
  list: string
  segment: string | undefined
  count: number | undefined
  isAtMost: boolean
}

const audienceName = ({ list, segment }: Pick<Audience, 'list' | 'segment'>) =>
  segment === undefined ? list : `${segment} in ${list}`

/** "1,204 subscribed contacts of All customers". */
const audienceOf = ({ list, segment, count, isAtMost }: Audience) => {
  const place = audienceName({ list, segment })
  if (count === undefined) return `the subscribed contacts of ${place}`
  return `${isAtMost ? 'at most ' : ''}${plural(count, people)} of ${place}`
}

const missing: Readonly<Record<string, string>> = {
  subject: 'a subject',
  from: 'a sender',
  list_id: 'a list',
}
const missingFields = (fields: readonly string[]) =>
  join(fields.map((field) => missing[field] ?? field))

/** Creating and editing a campaign. */
export const campaignEditText = {
  new: 'New campaign',
  edit: 'Edit campaign',
  rename: 'Rename campaign',
  create: 'Create draft',
  save: 'Save',
  name: 'Name',
  nameHint: 'Only your team sees it.',
  nameRequired: 'Enter a name.',
  subject: 'Subject',
  preview_text: 'Preview text',
  previewHint: 'Mail apps show it after the subject.',
  from_name: 'Sender name',
  from_address: 'Sender address',
  addressIssue: 'Enter an email address, such as hello@example.com.',
  addressRequired: 'Enter the address of this sender.',
  list_id: 'List',
  segment_id: 'Segment',
  everyone: 'Everyone on the list',
  chooseListFirst: 'Choose a list first.',
  subscribed: (count: number) => plural(count, { other: '# subscribed' }),
  contacts: (count: number) => plural(count, { one: '# contact', other: '# contacts' }),
  audience: 'Audience',
  audienceName,
  audienceFailed: 'Couldn’t load the list or segment of this campaign.',
  loadingName: 'Loading…',
  nameFailed: 'Name couldn’t be loaded',
  reach: (audience: Audience) => `Would go to ${audienceOf(audience)}.`,
  missing: (fields: readonly string[]) =>
    `Before it can be scheduled or sent, add ${missingFields(fields)}.`,
  sending: 'Schedule or send',
  ready: 'Ready to be scheduled or sent.',
  onlyName: 'Sent campaigns keep their content. Only the name can change.',
  copyOf: (name: string) => `Copy of ${name}`,
  created: (name: string) => `Created ${name}`,
  edited: (name: string) => `Edited ${name}`,
  deleted: (name: string) => `Deleted ${name}`,
  changedSince: (name: string) => `${name} has changed since. Undo anyway?`,
  sendingStarted: (name: string) => `Can’t undo: sending of ${name} has started.`,
  notScheduled: (name: string) => `Can’t undo: ${name} is no longer scheduled.`,
  /** In a question. */
  fields: {
    name: 'name',
    subject: 'subject',
    preview_text: 'preview text',
    from: 'sender',
    audience: 'audience',
  },
}

/** The menu of a campaign. */
export const campaignMenuText = {
  label: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  rename: 'Rename',
  duplicate: 'Duplicate',
  schedule: 'Schedule',
  reschedule: 'Reschedule',
  send: 'Send now',
  cancel: 'Cancel campaign',
  delete: 'Delete draft',
  deleteCanceled: 'Delete campaign',
}

/** Scheduling, sending and canceling a campaign. */
export const sendCampaignText = {
  titles: {
    schedule: (name: string) => `Schedule ${name}`,
    reschedule: (name: string) => `Reschedule ${name}`,
    send: (name: string) => `Send ${name} now`,
    cancel: (name: string) => `Cancel ${name}`,
  },
  time: 'Time to send',
  willSend: (audience: Audience) =>
    `Sending starts now and goes to ${audienceOf(audience)}. Your external sender delivers it. You can’t unsend it.`,
  willSchedule: (moment: string, audience: Audience) =>
    `Goes out ${moment} to ${audienceOf(audience)}. Your external sender delivers it.`,
  willUnschedule: 'It won’t go out. You can schedule or send it again later.',
  willStop: 'Your external sender is notified. Emails already delivered can’t be recalled.',
  loadingAudience: 'Loading who receives it…',
  confirm: {
    schedule: 'Schedule',
    reschedule: 'Reschedule',
    send: 'Send now',
    cancel: 'Cancel campaign',
  },
  back: 'Go back',
  subject: 'Subject',
  from: 'From',
  missing: (fields: readonly string[]) => `First add ${missingFields(fields)}.`,
  noContacts: 'This audience has no subscribed contacts.',
  incompleteTime: 'Choose a date and a time.',
  done: {
    schedule: (name: string) => `Scheduled ${name}`,
    reschedule: (name: string) => `Rescheduled ${name}`,
    send: (name: string) => `Sending ${name}`,
    cancel: (name: string) => `Canceled ${name}`,
  },
  changed: 'Someone changed this campaign. Check it, then try again.',
}
