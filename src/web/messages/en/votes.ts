import { plural } from '#web/messages/plural.ts'

interface VoteParts {
  /** In the list of voters. */
  readonly named: number
  /** Of the source of the post, which does not say who voted. */
  readonly imported: number
  readonly source: string | undefined
  /** Imported too, with posts that were merged into this one. */
  readonly merged: number
}

/** The votes of a post. */
export const votesText = {
  title: 'Votes',
  count: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
  /** What follows the number where some of it was imported. */
  parts: ({ named, imported, source, merged }: VoteParts) => {
    const parts = [
      { count: named, where: 'with names' },
      { count: imported, where: source ? `imported from ${source}` : 'imported' },
      { count: merged, where: 'imported with merged posts' },
    ].filter(({ count }) => count > 0)
    const [only, ...others] = parts
    if (only && others.length === 0) return `, ${only.count > 1 ? 'all ' : ''}${only.where}`
    return `: ${parts.map(({ count, where }) => `${plural(count, { other: '#' })} ${where}`).join(', ')}`
  },
  /** Of an older server, which counts and sorts without them. */
  uncounted: (count: number) =>
    plural(count, { one: '# more was imported.', other: '# more were imported.' }),
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
