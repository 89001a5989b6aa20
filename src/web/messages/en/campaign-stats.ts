/** The counters and rates of a campaign. */
export const campaignStatsText = {
  names: {
    recipients: 'Recipients',
    delivered: 'Delivered',
    opens_unique: 'Unique opens',
    opens_total: 'Total opens',
    opens_machine: 'Opens by mail apps',
    clicks_unique: 'Unique clicks',
    clicks_total: 'Total clicks',
    bounces: 'Bounces',
    bounces_hard: 'Hard bounces',
    bounces_soft: 'Soft bounces',
    complaints: 'Complaints',
    unsubscribes: 'Unsubscribes',
    open_rate: 'Open rate',
    click_rate: 'Click rate',
    click_to_open_rate: 'Click-to-open rate',
    bounce_rate: 'Bounce rate',
    complaint_rate: 'Complaint rate',
    unsubscribe_rate: 'Unsubscribe rate',
  },
  unknown: 'The server sent this counter. The dashboard has no description for it.',
  machine: 'Opened by mail apps that load images automatically, not by people.',
  /** Beside a rate that is no fraction. */
  odd: (value: string) => `The server sent ${value}, which isn’t a rate from 0 to 1.`,
  /** Below the counters. */
  notReported: (names: readonly string[]) => `Not reported: ${names.join(', ')}.`,
  true: 'Yes',
  false: 'No',
}
