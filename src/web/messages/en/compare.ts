import { plural } from '#web/messages/plural.ts'

/** The page of campaigns side by side. */
export const compareText = {
  title: 'Compare campaigns',
  caption: (count: number) =>
    plural(count, { one: 'Counters of # campaign', other: 'Counters of # campaigns' }),
  counter: 'Counter',
  add: 'Add a campaign',
  addPlaceholder: 'Search by name',
  full: 'Up to six campaigns fit. Remove one to add another.',
  overLimit: (count: number) =>
    plural(count, {
      one: 'Only the first six are compared. # more is in the link.',
      other: 'Only the first six are compared. # more are in the link.',
    }),
  dropOthers: 'Remove the others',
  onlyOne: 'Add another campaign to compare it with.',
  choose: 'Choose campaigns to compare',
  chooseDescription: 'Add two to six campaigns by name, or select them in the list.',
  toCampaigns: 'Go to campaigns',
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed`,
  added: (name: string) => `${name} added`,
  loading: 'Loading campaigns',
  noCounters: 'None of these campaigns has counters yet.',
  best: 'Best',
  exported: 'Comparison exported',
  fileName: (date: string) => `campaign-comparison-${date}.csv`,
}
