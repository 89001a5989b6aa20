import { plural } from '#web/messages/plural.ts'

/** The report of one campaign. */
export const reportText = {
  campaigns: 'Campaigns',
  report: 'Report',
  campaign: 'Campaign',
  loading: 'Loading the report',
  missing: 'Campaign not found',
  missingText: 'It may have been deleted or is in another workspace.',
  toCampaigns: 'Go to campaigns',
  failed: 'Couldn’t load this campaign',
  reportFailed: 'Couldn’t load the report',
  deleted: (when: string) => `This campaign has been deleted. These are its numbers from ${when}.`,
  deletedUnsent: 'This campaign has been deleted. It had no report.',
  stale: (when: string) => `Couldn’t update the report. These are its numbers from ${when}.`,
  subject: 'Subject',
  updated: 'Updated',
  compare: 'Compare',
  edit: 'Edit',
  more: (name: string) => `Actions for ${name}`,
  export: 'Export',

  tiles: {
    label: 'Rates',
    names: {
      open_rate: 'Open rate',
      click_rate: 'Click rate',
      delivered: 'Delivered',
      unsubscribe_rate: 'Unsubscribed',
    },
    about: (name: string, text: string) => `About ${name.toLowerCase()}: ${text}`,
    bases: {
      delivered: 'A share of the delivered emails.',
      recipients: 'A share of all recipients.',
      server: 'As reported by the server.',
    },
    moreDelivered: (value: string) => `More delivered than recipients: ${value}.`,
    points: (points: string) => `${points} points`,
    above: 'above your average',
    below: 'below your average',
    inLine: 'in line with your average',
    nothing: 'Nothing to compare with yet',
    legend: {
      current: 'This campaign',
      others: (count: number) =>
        plural(count, {
          one: 'Your last sent campaign',
          other: 'Your last # sent campaigns',
        }),
      mean: 'Average',
    },
    unavailable: 'Comparison not available.',
    strip: (name: string) => `${name} among earlier campaigns`,
    campaign: 'Campaign',
    earlier: 'Earlier campaigns',
    rate: (name: string, rate: string) => `${name} ${rate}`,
  },

  funnel: {
    title: 'From send to click',
    view: 'Show as',
    chart: 'Chart',
    table: 'Table',
    steps: {
      recipients: 'Recipients',
      delivered: 'Delivered',
      opens_unique: 'Opened',
      clicks_unique: 'Clicked',
      unsubscribes: 'Unsubscribed',
    },
    columns: { name: 'Step', value: 'People', share: 'Rate' },
    undelivered: (count: number) => plural(count, { other: '# didn’t arrive' }),
    unopened: (count: number) => plural(count, { other: '# delivered, not opened' }),
    ofOpened: (rate: string) => `${rate} of those who opened`,
    machine:
      'Some mail apps load images without a person reading, which can count as an open. Clicks are the steadier measure.',
    machineCount: (count: number) =>
      plural(count, {
        one: 'Mail apps opened this email # time without a person reading. Clicks are the steadier measure.',
        other:
          'Mail apps opened this email # times without a person reading. Clicks are the steadier measure.',
      }),
    none: 'The server reports no counters for this campaign.',
  },

  stats: {
    title: 'Every counter',
    columns: { name: 'Counter', value: 'Value', rate: 'Rate' },
    copy: 'Copy',
    copied: 'Counters copied',
    describe: (name: string) => `What is ${name}?`,
  },
}
