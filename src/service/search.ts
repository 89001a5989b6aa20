import type { SearchResult, SearchType } from '#contract/search.ts'
import type { Verbs } from './context.ts'
import { excerptOf } from './search.rules.ts'
import { compareHits, findByWords, type SearchHit } from './search.store.ts'

const encode = encodeURIComponent

/** The pages of the dashboard. Must agree with `src/web/paths.ts`. */
const pathOf: Readonly<Record<SearchType, (hit: SearchHit) => string>> = {
  contact: ({ id, parent_id }) => `/email/lists/${encode(parent_id ?? '')}/contacts/${encode(id)}`,
  user: ({ id }) => `/feedback/users/${encode(id)}`,
  card: ({ id, parent_id }) => `/boards/${encode(parent_id ?? '')}/cards/${encode(id)}`,
  post: ({ id }) => `/feedback/posts/${encode(id)}`,
  entry: ({ id }) => `/changelog/${encode(id)}`,
  campaign: ({ id }) => `/email/campaigns/${encode(id)}`,
  list: ({ id }) => `/email/lists/${encode(id)}`,
  board: ({ id }) => `/boards/${encode(id)}`,
}

const allTypes = Object.keys(pathOf) as SearchType[] // Object.keys forgets that its keys are the object's own

/** What is searched besides their title is Markdown. */
const markdownTypes: ReadonlySet<SearchType> = new Set(['card', 'post', 'entry', 'board'])

type TypedHit = SearchHit & { readonly type: SearchType }

export const searchVerbs = {
  async 'GET /search'({ db, now }, { q, types = allTypes }) {
    const hits: TypedHit[] = []
    // One type after the other: at once they take every connection that the pool has.
    for (const type of new Set(types))
      for (const hit of await findByWords(db, type, { text: q, now })) hits.push({ ...hit, type })
    const toResult = (hit: TypedHit): SearchResult => ({
      type: hit.type,
      id: hit.id,
      title: hit.title,
      subtitle: hit.subtitle.filter(Boolean).join(' · ') || null,
      match: excerptOf({ ...hit, isMarkdown: markdownTypes.has(hit.type) }, q),
      url_path: pathOf[hit.type](hit),
    })
    return { data: hits.toSorted(compareHits).map(toResult), paging: { next: null } }
  },
} satisfies Partial<Verbs>
