/** The numbers of votes of a post. A server of the public API alone may omit each, an older one the last two. */
interface VoteNumbers {
  readonly vote_count?: number | undefined
  readonly imported_votes?: number | undefined
  readonly votes_total?: number | undefined
  readonly merged_imported_votes?: number | undefined
}

/** The largest number of imported votes, so that sums with votes fit into an `integer` of the database. */
export const MAX_IMPORTED_VOTES = 1_000_000_000

/** Must agree with the generated column of migration 019. */
export const sumVotes = (post: {
  readonly vote_count: number
  readonly imported_votes: number
}): number => post.vote_count + post.imported_votes

/** The number that every page shows, and by which `sort=votes` orders: an older server sorts by `vote_count`. */
export function totalVotes({ votes_total, vote_count }: VoteNumbers): number | undefined {
  const total = votes_total ?? vote_count
  return total === undefined ? undefined : Math.max(0, total)
}

/** The fields that a vote more or less changes, where the server returns them. Below zero too, so that a rollback is exact. */
export const countVotes = (
  { vote_count, votes_total }: VoteNumbers,
  by: number,
): { vote_count?: number; votes_total?: number } => ({
  ...(vote_count !== undefined && { vote_count: vote_count + by }),
  ...(votes_total !== undefined && { votes_total: votes_total + by }),
})

/** What the source of the post itself has counted. */
export const sourceVotes = ({ imported_votes = 0, merged_imported_votes = 0 }: VoteNumbers) =>
  Math.max(0, imported_votes - merged_imported_votes)
