import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { boardIds } from '#service/feedback/setup/boards.store.ts'
import { postsOfQueries, readCandidates, wordsNear, wordsWithStems } from './post-words.store.ts'
import { findPosts, publicPost } from './posts.store.ts'
import {
  type SearchTerm,
  type Term,
  chooseCandidates,
  findMatches,
  rankPosts,
  readTerms,
  termQuery,
  withForms,
  withStems,
  wordsFilterOf,
} from './similar-posts.rules.ts'

const MAX_POSTS = 5

export const similarPostVerbs = {
  async 'GET /feedback/posts/similar'({ db }, { text, board }) {
    const nothing = { data: [], paging: { next: null } }
    const typed = readTerms(text)
    if (typed.length === 0) return nothing
    const board_ids = board && (await boardIds(db, board))
    const forms = await findForms(db, typed)
    const queries = forms.map(termQuery)
    const { total, ids } = await postsOfQueries(db, board_ids, queries)
    const terms = forms.map((term, place) => ({ ...term, ids: ids[place] ?? [] }))
    const candidates = chooseCandidates(terms, total)
    const ranked = rankPosts(terms, total, await readCandidates(db, board_ids, candidates, queries))
    const best = ranked.slice(0, MAX_POSTS).map(({ id }) => id)
    const posts = await findPosts(db, best)
    const data = posts.map((post) => ({
      ...publicPost(post),
      match: findMatches(terms, `${post.title}\n${post.details}`),
    }))
    return { data, paging: { next: null } }
  },
} satisfies Partial<Verbs>

/** The words of posts that count as each term: other forms, what a typo may mean, how an unfinished word may end. */
async function findForms(db: WorkspaceDb, terms: readonly Term[]): Promise<SearchTerm[]> {
  const own = terms.map(({ stem }) => stem)
  const known = await wordsWithStems(db, own)
  const filter = wordsFilterOf(terms, known)
  const near = await wordsNear(db, filter)
  const stemmed = withStems(terms, known, near)
  const others = stemmed.flatMap(({ stems }) =>
    [...stems.keys()].filter((stem) => !own.includes(stem)),
  )
  return withForms(stemmed, [...known, ...(await wordsWithStems(db, others))])
}
