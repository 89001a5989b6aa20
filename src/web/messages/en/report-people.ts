import { plural } from '#web/messages/plural.ts'

/** A report over time. */
export const reportSeriesText = {
  title: 'Over time',
  summary: { hours: 'The first two days, by hour', days: 'All days, from midnight to midnight' },
  interval: 'Interval',
  hours: 'Hours',
  days: 'Days',
  axis: { hours: 'From', days: 'Day' },
  /** The first day, which begins with the sending. */
  from: (day: string, time: string) => `${day}, from ${time}`,
  soFar: (span: string) => `${span}, so far`,
  opens: 'Opens',
  clicks: 'Clicks',
  none: 'No opens or clicks yet.',
  totalsOnly:
    'Totals only. The opens and clicks of this campaign have no times, as after an import.',
  failed: 'Couldn’t load opens and clicks by time',
  loading: 'Loading opens and clicks by time',
}

/** The recipients of a report by what they did. */
export const reportPeopleText = {
  title: 'People',
  tabs: {
    opened: 'Opened',
    clicked: 'Clicked',
    not_opened: 'Didn’t open',
    bounced: 'Bounced',
    complained: 'Complained',
    unsubscribed: 'Unsubscribed',
  },
  caption: (event: string) => `People: ${event}`,
  columns: { email: 'Email', status: 'Status', tags: 'Tags' },
  failed: 'Couldn’t load people',
  none: 'No one yet.',
  totalsOnly: 'Totals only. This campaign has no list of people, as after an import.',
  export: 'Export people',
  exporting: (event: string) => `Exporting people: ${event}`,
  exported: (count: number) =>
    plural(count, { one: '# contact exported', other: '# contacts exported' }),
  addTag: 'Add tag',
  addTagTo: (event: string) => `Add a tag to everyone in “${event}”`,
  tag: 'Tag',
  tagHint: 'For a follow-up. Contacts who have it already stay as they are.',
  tagNeeded: 'Enter a tag.',
  tagging: (tag: string) => `Add tag ${tag}`,
  untagging: (tag: string) => `Remove tag ${tag}`,
  tagged: (count: number) => plural(count, { one: '# contact tagged', other: '# contacts tagged' }),
  untagged: (count: number) =>
    plural(count, { one: 'Tag removed from # contact', other: 'Tag removed from # contacts' }),
}
