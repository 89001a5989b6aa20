import { plural } from '#web/messages/plural.ts'

const seconds = (count: number) => plural(count, { one: '# second', other: '# seconds' })
const join = (words: readonly string[]) =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1] ?? ''}`

/** Publishing a changelog entry. Two asterisks around words make them bold. */
export const publishText = {
  buttons: { draft: 'Publish', scheduled: 'Change schedule', published: 'Manage publication' },
  titles: {
    draft: 'Publish this entry',
    scheduled: 'Scheduled entry',
    published: 'Published entry',
  },
  when: 'When',
  now: 'Now',
  nowHints: {
    page: 'On the public page within a minute',
    plain: 'Published at once',
  },
  later: 'At a set time',
  cannotScheduleDraft: 'Drafts can’t be scheduled here. Schedule an entry when you create it.',
  cannotChange: 'Scheduled entries can’t be changed here.',
  incompleteTime: 'Choose a date and a time.',

  /** "Goes out Thursday 27 November at 09:30 in London, in 6 days." */
  goesOut: (day: string, time: string, city: string, distance: string) =>
    `Goes out **${day} at ${time}** in ${city}, ${distance}.`,
  goesOutNow: 'Goes out **now**.',
  goesOutAfter: (delay: number) =>
    `Goes out **now**, after ${seconds(delay)} in which you can undo.`,
  goesOutDated: (day: string, time: string, city: string) =>
    `Goes out **now**, dated **${day} at ${time}** in ${city}.`,
  pastTime: 'This time is in the past, so the entry is published at once.',
  ownTime: (city: string, time: string) => `For you in ${city} that is ${time}.`,
  readerTime: (city: string, time: string) => `For a reader in ${city} that is ${time}.`,
  onDay: (day: string, time: string) => `${day} at ${time}`,
  emails: (count: number) =>
    plural(count, { one: 'Emails **#** subscriber.', other: 'Emails **#** subscribers.' }),
  emailsAtMost: (count: number) =>
    plural(count, {
      one: 'Emails at most **#** subscriber.',
      other: 'Emails at most **#** subscribers.',
    }),
  emailsUncounted: 'Emails the subscribers.',
  nobody: {
    off: 'No one is emailed.',
    backdated: 'No one is emailed, because the date is more than 24 hours back.',
    announced: 'No one is emailed again: subscribers were already notified.',
    none: 'No one is emailed: there are no subscribers yet.',
  },
  loadingSubscribers: 'Counting subscribers…',
  notify: 'Email subscribers',
  notifyHint: 'Your external sender delivers it.',

  check: 'Worth a look',
  issues: {
    title: () => 'Enter a title first.',
    body: () => 'Write a text first.',
    label: () => 'No label',
    link: (count: number) =>
      plural(count, { one: '# link without an address', other: '# links without an address' }),
    image: (count: number) =>
      plural(count, {
        one: '# image without a description',
        other: '# images without a description',
      }),
  },

  changes: 'Changed since the last save',
  fields: { title: 'title', labels: 'labels', posts: 'linked posts' },
  changedFields: (fields: readonly string[]) => `Changed: ${join(fields)}.`,
  changedLines: (added: number, removed: number) => {
    const more = plural(added, { one: '# line added', other: '# lines added' })
    const less = plural(removed, { one: '# line removed', other: '# lines removed' })
    return [added > 0 ? more : '', removed > 0 ? less : ''].filter(Boolean).join(', ')
  },
  added: 'Added',
  removed: 'Removed',
  blankLine: 'Blank line',
  moreLines: (count: number) => plural(count, { one: '# more line', other: '# more lines' }),

  publish: 'Publish',
  publishNow: 'Publish now',
  publishDated: 'Publish with this date',
  schedule: 'Schedule',
  changeTime: 'Change time',
  unschedule: 'Unschedule',
  unpublish: 'Unpublish',
  saveChanges: 'Save changes',

  publishing: (title: string) => `Publishing ${title}`,
  publishingIn: (title: string, delay: number) => `Publishing ${title} in ${delay} s`,
  isPublishing: 'This entry is about to be published. You can still undo it below.',
  published: (title: string) => `Published ${title}`,
  openPage: 'Open page',
  show: 'Show',
  scheduled: (title: string, moment: string) => `Scheduled ${title} for ${moment}`,
  unscheduled: (title: string) => `Unscheduled ${title}`,
  edited: (title: string) => `Edited ${title}`,
  /** In a question about a field. */
  fieldNames: {
    title: 'title',
    body: 'text',
    label_ids: 'labels',
    post_ids: 'number of linked posts',
    publish_at: 'date',
    notify: 'email to subscribers',
  },
  notifyState: (isOn: boolean | undefined) => (isOn ? 'on' : 'off'),
  undoPublishes: (title: string) =>
    `The time ${title} was scheduled for has passed, so undoing publishes it at once. Undo anyway?`,
  unpublished: (title: string) => `Unpublished ${title}`,
  notPublished: (title: string, reason: string) => `${title} wasn’t published: ${reason}`,
  changed: (title: string) =>
    `${title} wasn’t published: it changed meanwhile. Check it, then publish again.`,
  changedHere: 'This entry changed in another tab or by someone else. Check it, then try again.',
  notSaved: 'Your text couldn’t be saved, so nothing was published. It’s kept here.',
  untitled: 'Untitled draft',

  publishedOn: (moment: string) => `Published **${moment}**.`,
  noSecondMail: 'Changes appear at once. No one is emailed again.',
  unpublishTitle: (title: string) => `Unpublish ${title}?`,
  unpublishEffect:
    'Readers can’t see it any more. It becomes a draft without a date. When you publish it again, no one is emailed a second time.',
  keep: 'Keep it published',
}
