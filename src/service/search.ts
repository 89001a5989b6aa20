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

export const searchVerbs = {
  async 'GET /search'({ db, now }, { q, types = allTypes }) {
    const hits = await Promise.all(
      [...new Set(types)].map(async (type) =>
        (await findByWords(db, type, { text: q, now })).map((hit) => ({ ...hit, type })),
      ),
    )
    const toResult = (hit: SearchHit & { readonly type: SearchType }): SearchResult => ({
      type: hit.type,
      id: hit.id,
      title: hit.title,
      subtitle: hit.subtitle.filter(Boolean).join(' · ') || null,
      match: excerptOf(hit.rest, hit.title, q),
      url_path: pathOf[hit.type](hit),
    })
    return { data: hits.flat().toSorted(compareHits).map(toResult), paging: { next: null } }
  },
} satisfies Partial<Verbs>
