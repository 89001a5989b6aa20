import { plural } from '#web/messages/plural.ts'

const boardCount = (first: string, count: number) =>
  count === 1 ? first : plural(count, { other: '# boards' })

export const overviewText = {
  title: 'Overview',
  failed: (panel: string) => `Couldn’t load “${panel}”`,
  loading: (panel: string) => `Loading “${panel}”`,

  viewAll: 'View all',

  stats: {
    label: 'At a glance',
    overdue: 'Overdue',
    oldest: (days: number) =>
      days === 0 ? 'Since today' : plural(days, { one: 'Oldest: # day', other: 'Oldest: # days' }),
    dueToday: 'Due today',
    tomorrow: (count: string) => `${count} tomorrow`,
    scheduled: 'Scheduled',
    next: (name: string, when: string) => `Next ${when}: ${name}`,
    newPosts: 'New posts',
    since: (when: string) => `Since ${when}`,
    lastWeek: 'In the last 7 days',
    unavailable: 'Not available',
  },

  due: {
    title: 'Due now',
    none: 'Nothing due by tomorrow.',
    /** Named when there is only one. */
    boards: (first: string, count: number) =>
      `From ${boardCount(first, count)}. Star boards to show only those.`,
    starred: (first: string, count: number) =>
      count === 1 ? `From ${first}, which you starred.` : `From your ${count} starred boards.`,
    loadedOnly: 'Based on the first cards of each board.',
    more: (count: number) => plural(count, { other: '# more due by tomorrow.' }),
    moreOverdue: (count: number) => plural(count, { other: '# more overdue.' }),
    atLeast: (more: string) => `At least ${more}`,
    noBoards: 'No boards yet.',
  },
  campaigns: {
    title: 'Latest campaigns',
    none: 'No campaigns sent yet.',
    rates: (opened: string, clicked: string | undefined) =>
      clicked === undefined ? `${opened} opened` : `${opened} opened, ${clicked} clicked`,
    above: (points: string) => `${points} points above average`,
    below: (points: string) => `${points} points below average`,
    usual: 'in line with average',
    legend: { current: 'This campaign', others: 'Earlier campaigns', mean: 'Average' },
  },
  feedback: {
    since: 'New feedback',
    latest: 'Latest feedback',
    countSince: (count: string, when: string) =>
      `${count} new or updated since your last visit, ${when}`,
    none: (when: string) => `Nothing new since your last visit, ${when}.`,
    noPosts: 'No posts yet. Posts from your feedback page appear here.',
    votes: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
    posts: (count: number) => plural(count, { one: '# post', other: '# posts' }),
    atLeast: (count: number) => plural(count, { other: 'at least # posts' }),
  },
  changelog: {
    title: 'Changelog',
    none: 'No drafts or scheduled entries.',
    draft: 'Draft',
    next: 'Scheduled',
    drafts: (count: number) => plural(count, { one: '# draft', other: '# drafts' }),
    atLeast: (count: number) => plural(count, { other: 'at least # drafts' }),
  },
  start: {
    title: 'Get started',
    text: 'This workspace is empty.',
    board: 'Create a board',
    boardDescription: 'Plan work in lists and cards.',
    boardReadOnly: 'Boards created on the server appear here.',
    list: 'Open lists',
    listDescription: 'Create a list of contacts for your campaigns.',
    listReadOnly: 'Lists created on the server appear here.',
    entry: 'Write a changelog entry',
    entryDescription: 'Tell readers what is new.',
    demo: 'Or explore first',
    demoOpen: 'Try the demo from the sign-in page',
    demoDescription: 'A new server starts with an example workspace:',
    demoCommand: 'npm start',
  },
}
