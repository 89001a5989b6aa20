import { hasStrings, parseList } from './storage.ts'

/** A filter of a page under a name. */
export interface SavedView {
  readonly name: string
  /** The query string without the page, in one order. */
  readonly query: string
}

/** Parameters of a URL that are no part of a view: where in the rows it is. */
const positions = ['after', 'page']

/** The query string that a view keeps; equal filters have equal texts. */
export function viewQuery(url: URLSearchParams): string {
  const next = new URLSearchParams(url)
  for (const name of positions) next.delete(name)
  next.sort()
  return next.toString()
}

const isView = (value: unknown): value is SavedView => hasStrings(value, 'name', 'query')

export const parseViews = (text: string): readonly SavedView[] => parseList(text || null, isView)

export const formatViews = (views: readonly SavedView[]) =>
  views.length === 0 ? '' : JSON.stringify(views)

/** The list with a view added at the end; one of the same name is replaced. */
export const addView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  views.some(({ name }) => name === view.name)
    ? views.map((one) => (one.name === view.name ? view : one))
    : [...views, view]
