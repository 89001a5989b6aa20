// Saved views of lists, for the contract, the service and the dashboard. Zod-free.

/** The lists of the dashboard whose filter can be saved, of which a workspace has one. */
const pages = [
  'automations',
  'boards',
  'campaigns',
  'cards',
  'changelog',
  'lists',
  'people',
  'posts',
  'subscribers',
] as const

/** Those that each board or list of contacts has: `board:brd_1`, `contacts:lst_1`. */
const pagesByOwner = {
  board: 'board',
  contacts: 'list',
  segments: 'list',
  tags: 'list',
} as const

export type OwnedViewPage = keyof typeof pagesByOwner
export type ViewPage = (typeof pages)[number] | `${OwnedViewPage}:${string}`

interface ParsedPage {
  readonly page: ViewPage
  /** What it is a page of. */
  readonly owner?:
    | { readonly page: OwnedViewPage; readonly kind: 'board' | 'list'; readonly id: string }
    | undefined
}

/** The page that a text names; undefined where there is none. */
export function parseViewPage(text: string): ParsedPage | undefined {
  const page = pages.find((one) => one === text)
  if (page) return { page }
  const [, name, id] = /^(\w+):([^\p{Cc}]{1,64})$/u.exec(text) ?? []
  const owned = Object.keys(pagesByOwner).find((one) => one === name)
  if (owned === undefined || id === undefined) return undefined
  const own = owned as OwnedViewPage // a key of the table
  return { page: `${own}:${id}`, owner: { page: own, kind: pagesByOwner[own], id } }
}

/** All pages, for an error and the document. */
export const viewPageNames = [
  ...pages,
  ...Object.entries(pagesByOwner).map(([name, owner]) => `${name}:<${owner} id>`),
].join(', ')

/** As JSON Schema can say it. */
export const viewPagePattern = `^(${pages.join('|')}|(${Object.keys(pagesByOwner).join('|')}):.{1,64})$`

export const maxViewQuery = 2000
export const maxViewName = 60
export const maxViews = 100
export const maxViewPosition = 1e9

// In browsers and in Node alike; the contract is checked without the types of either.
declare const URLSearchParams: new (query: string) => {
  readonly delete: (name: string) => void
  readonly sort: () => void
  readonly toString: () => string
}

/** Parameters that are no part of a view: where in the rows a page is. */
const positions = ['after', 'page']
/** Of one page: the time that its calendar shows, the list that a phone shows, a dialog that opens with it. */
const positionsOfPage = new Map([
  ['board', ['month', 'week', 'list']],
  ['changelog', ['publish']],
])

/**
 * The query string that a view of a page keeps; equal filters have equal texts. Without the page, which a change of a view does
 * not repeat, only what is no part of any view is dropped.
 */
export function viewQuery(query: string, page?: string): string {
  const params = new URLSearchParams(query)
  const own = page === undefined ? undefined : (parseViewPage(page)?.owner?.page ?? page)
  for (const name of [...positions, ...(positionsOfPage.get(own ?? '') ?? [])]) params.delete(name)
  params.sort()
  return params.toString()
}
