import { plural } from '#web/messages/plural.ts'

const campaigns = { one: '# campaign', other: '# campaigns' }
const lists = { one: '# list', other: '# lists' }

/** The page of all campaigns. */
export const campaignsText = {
  title: 'Campaigns',
  which: 'Which campaigns',
  all: 'All',
  find: 'Find by name',
  findWords: 'Name or subject',
  /** A list without a name is not loaded yet, or does not exist. */
  caption: (status: string | undefined, names: readonly (string | undefined)[]) =>
    [
      status === undefined && names.length === 0 ? 'All campaigns' : 'Campaigns',
      ...(status === undefined ? [] : [`with status ${status}`]),
      ...(names.length === 0
        ? []
        : [`to ${names.includes(undefined) ? plural(names.length, lists) : names.join(', ')}`]),
    ].join(' '),
  list: 'List',
  archived: 'Archived',
  name: 'Campaign',
  status: 'Status',
  date: 'Date',
  /** Before the date of one that neither went out nor has a plan. */
  created: 'Created',
  recipients: 'Recipients',
  open: 'Open',
  click: 'Click',
  none: 'None',
  loadingStats: 'Loading',
  statsFailed: (campaign: string) => `Load the rates of ${campaign} again`,
  count: (count: number) => plural(count, campaigns),
  matchCount: (count: number, loaded: number) =>
    `${plural(count, { other: '#' })} of ${plural(loaded, campaigns)}`,
  more: 'Load more',
  loadAll: 'Load all',
  loadingAll: (count: number) => `Loading… ${plural(count, campaigns)}`,
  sortHint: 'Load all campaigns to sort them.',
  loading: 'Loading campaigns',
  failed: 'Couldn’t load campaigns',
  loadMoreFailed: 'Couldn’t load more.',
  empty: 'No campaigns yet',
  emptyDescription: 'Campaigns created on the server appear here.',
  createDescription: 'Create a draft, then schedule or send it through your external sender.',
  new: 'New campaign',
  noneWithStatus: (status: string) => `No campaigns with status ${status}`,
  noneToLists: 'No campaigns to these lists',
  noneWithBoth: (status: string) => `No campaigns with status ${status} to these lists`,
  noneWithFilters: 'No campaigns match these filters',
  showAll: 'Show all campaigns',
  noMatches: (text: string) => `No campaigns match “${text}”`,
  compare: (count: number) =>
    count === 0 ? 'Compare' : `Compare ${plural(count, { other: '#' })}`,
  compareHint: 'Select two to six campaigns.',
  export: 'Export CSV',
}

/** The file of campaigns. */
export const campaignExportText = {
  job: 'Export of campaigns',
  done: (count: number) => `${plural(count, campaigns)} exported`,
  partial: (count: number, failed: number) =>
    `${plural(count, campaigns)} exported, ${plural(failed, { one: '# without its counters', other: '# without their counters' })}`,
  fileName: (date: string) => `campaigns-${date}.csv`,
  partialFileName: (date: string) => `campaigns-${date}-partial.csv`,
  columns: {
    id: 'ID',
    name: 'Name',
    subject: 'Subject',
    status: 'Status',
    scheduled_at: 'Scheduled at',
    sent_at: 'Sent at',
  },
}
