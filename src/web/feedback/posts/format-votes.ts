import type { Post } from '#client/resources.ts'
import { sourceVotes, totalVotes } from '#contract/feedback/votes.rules.ts'
import { votesText as text } from '#web/messages/en/votes.ts'

/** Sources that an external reference names by itself; any other name is one that a person gave to a file. */
const sources: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['fider', 'Fider'],
])

/** What the total consists of, as the rest of its sentence; empty where no vote was imported. */
export function formatVoteParts(post: Post): string {
  const { votes_total, imported_votes = 0, external_ref } = post
  if (votes_total === undefined || imported_votes === 0) return ''
  const imported = sourceVotes(post)
  return text.parts({
    named: post.vote_count ?? votes_total - imported_votes,
    imported,
    source: sources.get(external_ref?.split(':', 1)[0] ?? ''),
    merged: imported_votes - imported,
  })
}

/** The number of votes and what it consists of; undefined where the server omits it. */
export function formatVotes(post: Post): string | undefined {
  const total = totalVotes(post)
  return total === undefined ? undefined : text.count(total) + formatVoteParts(post)
}
