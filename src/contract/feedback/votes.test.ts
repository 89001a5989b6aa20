import { expect, test } from 'vitest'

import { countVotes, sourceVotes, sumVotes, totalVotes } from './votes.rules.ts'

test('the total of a post has its imported votes', () => {
  expect(sumVotes({ vote_count: 12, imported_votes: 400 })).toBe(412)
})

test.each([
  [{ vote_count: 12, imported_votes: 400, votes_total: 412 }, 412],
  // An older server sorts by the votes with names, so that the page shows these.
  [{ vote_count: 12, imported_votes: 400 }, 12],
  [{ vote_count: 12 }, 12],
  [{}, undefined],
])('the number of votes of %o is %s', (post, total) => {
  expect(totalVotes(post)).toBe(total)
})

test('a vote changes the numbers that the server returns', () => {
  const post = { vote_count: 12, imported_votes: 400, votes_total: 412 }
  const after = { ...post, ...countVotes(post, 1) }
  expect(after).toEqual({ vote_count: 13, imported_votes: 400, votes_total: 413 })
  expect({ ...after, ...countVotes(after, -1) }).toEqual(post)
  // A rollback is exact, also from a copy that was read without the vote.
  const none = countVotes({ vote_count: 0, votes_total: 0 }, -1)
  expect(totalVotes(none)).toBe(0)
  expect(countVotes(none, 1)).toEqual({ vote_count: 0, votes_total: 0 })
  expect(countVotes({}, 1)).toEqual({})
})

test('votes of merged posts are none of the source of a post', () => {
  expect(sourceVotes({ imported_votes: 52, merged_imported_votes: 40 })).toBe(12)
  expect(sourceVotes({ imported_votes: 52 })).toBe(52)
  expect(sourceVotes({})).toBe(0)
})
