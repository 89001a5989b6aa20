import { plural } from '#web/messages/plural.ts'

/** The votes of a post. */
export const votesText = {
  title: 'Votes',
  count: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
  /** Of a source whose voters are not known; never part of the other count. */
  imported: (count: number) => plural(count, { one: '# imported vote', other: '# imported votes' }),
  loading: 'Loading voters',
  failed: 'Voters couldn’t be loaded.',
  failedMore: 'The rest couldn’t be loaded.',
  retry: 'Try again',
  showAll: (count: number) => plural(count, { other: 'Show all #' }),
  loadMore: 'Load more voters',
  voters: 'Voters',
  addedHere: 'Votes added here',
  add: 'Add a vote',
  user: 'Vote of',
  confirm: 'Add vote',
  choose: 'Choose whose vote to add.',
  offline: (name: string) => `You’re offline. Add the vote of ${name} when you’re connected again.`,
  pending: (name: string) => `The vote of ${name} is still being added.`,
  added: (name: string) => `Added a vote of ${name}`,
  existing: (name: string) => `${name} already voted`,
  remove: (name: string) => `Remove the vote of ${name}`,
  dateLost: 'Undo adds the vote with the date of now.',
  removed: (name: string) => `Removed the vote of ${name}`,
}
