import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { boardIds } from '#service/feedback/setup/boards.store.ts'
import {
  countUpToBound,
  postsOfQueries,
  readCandidates,
  wordsNear,
  wordsWithStems,
} from './post-words.store.ts'
import { findOpenPosts, publicPost } from './posts.store.ts'
import {
  type FoundTerm,
  type Term,
  chooseCandidates,
  findMatches,
  formGroups,
  isRare,
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
    const { total, terms } = await findTerms(db, board_ids, typed)
    const candidates = chooseCandidates(terms, total)
    const queries = formGroups(terms).map(({ query }) => query)
    const read = await readCandidates(db, board_ids, candidates, queries, text)
    const ranked = rankPosts(terms, total, read)
    const best = ranked.slice(0, MAX_POSTS).map(({ id }) => id)
    const posts = await findOpenPosts(db, best, board_ids)
    const data = posts.map((post) => ({
      ...publicPost(post),
      match: findMatches(terms, `${post.title}\n${post.details}`),
    }))
    return { data, paging: { next: null } }
  },
} satisfies Partial<Verbs>

/**
 * The terms with the words of posts that count as each: other forms, what a typo may mean, how an unfinished word may
 * end. A word of posts that are deleted or had another text stays in the table of words, so the posts say what is known.
 */
async function findTerms(
  db: WorkspaceDb,
  board_ids: readonly string[] | undefined,
  typed: readonly Term[],
): Promise<{ total: number; terms: readonly FoundTerm[] }> {
  const own = typed.map(({ stem }) => stem)
  const words = await wordsWithStems(db, own)
  const plain = withForms(withStems(typed, new Set(own), []), words)
  const total = await countUpToBound(db, board_ids)
  const found = await postsOfQueries(db, board_ids, plain.map(termQuery))
  const terms = plain.map((term, place) => ({ ...term, posts: found[place] ?? [] }))
  const known = new Set(terms.flatMap(({ stem, posts }) => (posts.length > 0 ? [stem] : [])))
  const stemmed = withStems(typed, known, await wordsNear(db, wordsFilterOf(typed, known)))
  const others = stemmed.flatMap(({ stems }) =>
    [...stems.keys()].filter((stem) => !own.includes(stem)),
  )
  if (others.length === 0) return { total, terms }
  const formed = withForms(stemmed, [...words, ...(await wordsWithStems(db, others))])
  const queries = new Set(plain.map(termQuery))
  const changed = formed.map(termQuery).filter((query) => !queries.has(query))
  const more = await postsOfQueries(db, board_ids, changed)
  const all = formed.map((term, place) => {
    const at = changed.indexOf(termQuery(term))
    return { ...term, posts: (at === -1 ? found[place] : more[at]) ?? [] }
  })
  // A word that few posts have is looked for alone where too many have what it may mean.
  return { total, terms: all.map((term, at) => (isRare(term) ? term : preferOwn(term, terms[at]))) }
}

const preferOwn = (term: FoundTerm, own: FoundTerm | undefined): FoundTerm =>
  own && own.posts.length > 0 ? own : term
