import { plural } from '#web/messages/plural.ts'

export const overviewText = {
  title: 'Overview',
  failed: (panel: string) => `${panel} could not be loaded.`,
  loading: (panel: string) => `${panel} is loading`,

  due: {
    title: 'Due now',
    none: 'Nothing is due by tomorrow.',
    /** At most two by name: more would make the panel grow. */
    boards: (first: string, [second, ...others]: readonly string[]) =>
      others.length > 0
        ? `${first}, ${second} ${plural(others.length, { other: 'and # more' })}`
        : [first, second].filter(Boolean).join(', '),
    starred: (boards: string) => `On the boards you starred: ${boards}`,
    first: (boards: string) => `On ${boards}. Star a board to choose it.`,
    loadedOnly: 'Among the first cards of each board.',
    more: (count: number) => plural(count, { one: '# more is due.', other: '# more are due.' }),
    noBoards: 'No boards yet.',
  },
  campaigns: {
    title: 'Latest campaigns',
    none: 'Nothing has been sent yet.',
    rates: (opened: string, clicked: string | undefined) =>
      clicked === undefined ? `${opened} opened` : `${opened} opened, ${clicked} clicked`,
    above: (points: string) => `${points} points above average`,
    below: (points: string) => `${points} points below average`,
    usual: 'as usual',
  },
  feedback: {
    since: 'New feedback',
    latest: 'Latest feedback',
    countSince: (count: string, when: string) => `${count} new or changed since ${when}`,
    none: (when: string) => `Nothing new since ${when}.`,
    noPosts: 'No posts yet. When people write on your feedback page they appear here.',
    votes: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
    posts: (count: number) => plural(count, { one: '# post', other: '# posts' }),
    atLeast: (count: number) => plural(count, { other: 'at least # posts' }),
  },
  changelog: {
    title: 'Changelog',
    none: 'No drafts, and nothing is scheduled.',
    draft: 'Draft',
    next: 'Next to go out',
    drafts: (count: number) => plural(count, { one: '# draft', other: '# drafts' }),
    atLeast: (count: number) => plural(count, { other: 'at least # drafts' }),
  },
  start: {
    title: 'Start here',
    text: 'This workspace is empty. Three things bring it to life.',
    board: 'Make a board',
    boardDescription: 'With the lists your cards go through.',
    boardReadOnly: 'Boards are made in the service. Once there is one, it appears here.',
    list: 'Bring in a list of contacts',
    listDescription: 'From a file, next to the service:',
    listCommand: 'npm run cli -- import contacts --help',
    entry: 'Write the first changelog entry',
    entryDescription: 'Through the API:',
    entryCall: 'POST /v1/feedback/changelog/entries',
    demo: 'Or look around first',
    demoOpen: 'The demo is on the sign-in page',
    demoDescription: 'A service that is started for the first time makes an example workspace:',
    demoCommand: 'npm start',
  },
}
