/** The rows that are selected: ids, or every row that matches the filter. */
export interface TableSelection {
  readonly ids: ReadonlySet<string>
  /** A rule, not a list: rows on other pages are selected without being loaded. */
  readonly allMatching: boolean
  /** The first row of a range, and what was selected before it. */
  readonly range: { readonly anchor: string; readonly before: ReadonlySet<string> } | null
}

export const emptySelection: TableSelection = { ids: new Set(), allMatching: false, range: null }

/** Selects or deselects one row and makes it the start of the next range. */
export function toggleRow(
  selection: TableSelection,
  id: string,
  page: readonly string[],
): TableSelection {
  // Without one of its rows the rule no longer holds: what remains are the other rows of the page.
  const ids = new Set(selection.allMatching ? page : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  const before = new Set(ids)
  before.delete(id)
  return { ids, allMatching: false, range: { anchor: id, before } }
}

/** Selects the rows from the start of the range, or from `from` without one, to `to`. A shorter range deselects again. */
export function selectRange(
  selection: TableSelection,
  from: string,
  to: string,
  page: readonly string[],
): TableSelection {
  const hasAnchor = selection.range !== null && page.includes(selection.range.anchor)
  const { anchor, before } =
    hasAnchor && selection.range ? selection.range : { anchor: from, before: selection.ids }
  const ends = [page.indexOf(anchor), page.indexOf(to)].toSorted((a, b) => a - b)
  const [first = 0, last = 0] = ends
  const ids = new Set([...before, ...page.slice(Math.max(first, 0), last + 1)])
  return { ids, allMatching: false, range: { anchor, before } }
}

/** Selects every row of the page, or none of them if all were. Rows of other pages stay as they are. */
export function togglePage(selection: TableSelection, page: readonly string[]): TableSelection {
  if (selection.allMatching) return emptySelection
  const isFull = pageState(selection, page) === 'all'
  const ids = new Set(selection.ids)
  for (const id of page) {
    if (isFull) ids.delete(id)
    else ids.add(id)
  }
  return { ids, allMatching: false, range: null }
}

export const isRowSelected = ({ allMatching, ids }: TableSelection, id: string): boolean =>
  allMatching || ids.has(id)

/** What the checkbox of the head shows. */
export function pageState(
  selection: TableSelection,
  page: readonly string[],
): 'all' | 'some' | 'none' {
  const count = page.filter((id) => isRowSelected(selection, id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}
