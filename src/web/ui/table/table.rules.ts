/** As in the address: the id of a column, with a minus for descending. */
export type Sort = string

export const directionOf = (
  sort: Sort | undefined,
  column: string,
): 'ascending' | 'descending' | 'none' => {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}

/** The next sort of a column: its first direction, the other one, then the order of the server. */
export function nextSort(
  sort: Sort | undefined,
  column: string,
  first: 'ascending' | 'descending' = 'ascending',
): Sort | undefined {
  const cycle = first === 'ascending' ? [column, `-${column}`] : [`-${column}`, column]
  return cycle[cycle.indexOf(sort ?? '') + 1]
}

/** What a person chose for the columns of one table. Ids of columns that no longer exist do no harm. */
export interface ColumnChoice {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** In rem, of columns that were resized. */
  readonly widths?: Readonly<Record<string, number>>
}

interface ChoosableColumn {
  readonly id: string
  /** Hidden until chosen. */
  readonly isOptional?: boolean
}

/** All columns in the chosen order. The first stays first; columns that the choice does not know come last. */
export function orderColumns<Column extends ChoosableColumn>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
): readonly Column[] {
  const [first, ...others] = columns
  if (!first) return []
  const rank = ({ id }: Column) => {
    const index = choice?.order.indexOf(id) ?? -1
    return index === -1 ? Infinity : index
  }
  // Equal ranks keep their order; Infinity - Infinity is NaN, which is no order.
  return [first, ...others.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))]
}

export const isColumnVisible = <Column extends ChoosableColumn>(
  columns: readonly Column[],
  column: Column,
  choice: ColumnChoice | undefined,
): boolean => {
  if (column === columns[0]) return true
  // An optional column is visible once the choice mentions it.
  if (column.isOptional && !choice?.order.includes(column.id)) return false
  return !choice?.hidden.includes(column.id)
}

/** The visible columns in the chosen order. */
export const visibleColumns = <Column extends ChoosableColumn>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
): readonly Column[] =>
  orderColumns(columns, choice).filter((column) => isColumnVisible(columns, column, choice))

/** The choice after one column was shown, hidden or moved. */
export function changeColumn<Column extends ChoosableColumn>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
  id: string,
  change: 'toggle' | 'up' | 'down',
): ColumnChoice {
  const current = fullChoice(columns, choice)
  const { order, hidden } = current
  if (change === 'toggle') {
    const isHidden = hidden.includes(id)
    const next = isHidden ? hidden.filter((one) => one !== id) : [...hidden, id]
    return { ...current, hidden: next }
  }
  const index = order.indexOf(id)
  const target = index + (change === 'up' ? -1 : 1)
  // The first column stays first.
  if (index < 1 || target < 1 || target >= order.length) return current
  return { ...current, order: order.toSpliced(index, 1).toSpliced(target, 0, id) }
}

/** The choice with all columns of the table. */
function fullChoice<Column extends ChoosableColumn>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
): ColumnChoice {
  const ordered = orderColumns(columns, choice)
  const hidden = ordered.filter((column) => !isColumnVisible(columns, column, choice))
  return { ...choice, order: ordered.map(({ id }) => id), hidden: hidden.map(({ id }) => id) }
}

/** The widths that a column can get, in rem, and how far one key or press changes them. */
export const COLUMN_WIDTHS = { min: 4, max: 40 }
export const WIDTH_STEP = 1

/** A width that a column can have, in quarters of a rem. */
export const limitWidth = (width: number): number =>
  Math.min(COLUMN_WIDTHS.max, Math.max(COLUMN_WIDTHS.min, Math.round(width * 4) / 4))

/** The choice after one column was resized, or with undefined got back the width of the table. */
export function resizeColumn<Column extends ChoosableColumn>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
  id: string,
  width: number | undefined,
): ColumnChoice {
  // A merge field may be called `__proto__`, which an assignment would lose.
  const others = Object.entries(choice?.widths ?? {}).filter(([other]) => other !== id)
  const widths = Object.fromEntries(width === undefined ? others : [...others, [id, width]])
  return { ...fullChoice(columns, choice), widths }
}

/** Columns with the widths that were chosen for them. */
export function applyWidths<Column extends ChoosableColumn & { readonly width?: number }>(
  columns: readonly Column[],
  { widths = {} }: Partial<ColumnChoice> = {},
): readonly Column[] {
  const chosen = new Map(Object.entries(widths))
  return columns.map((column) => {
    const width = chosen.get(column.id)
    return width === undefined ? column : { ...column, width: limitWidth(width) }
  })
}

/** The cursors of the pages before this one, oldest first; the first page has the empty cursor. */
export function parseTrail(state: unknown): readonly string[] {
  if (typeof state !== 'object' || state === null || !('trail' in state)) return []
  const { trail } = state
  return Array.isArray(trail) && trail.every((cursor) => typeof cursor === 'string') ? trail : []
}

/** Undefined for a stored choice that cannot be read. */
export function parseColumnChoice(text: string): ColumnChoice | undefined {
  try {
    const value: unknown = JSON.parse(text || 'null')
    if (typeof value !== 'object' || value === null) return undefined
    const { order, hidden, widths } = { order: null, ...value } as Record<string, unknown> // checked below
    if (!isIds(order) || !isIds(hidden)) return undefined
    return isWidths(widths) ? { order, hidden, widths } : { order, hidden }
  } catch {
    return undefined
  }
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string')

const isWidths = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((width) => Number.isFinite(width))

/** Each history entry has a copy of the trail, so it is limited; before its start there is only the first page. */
const MAX_TRAIL = 100

export const extendTrail = (trail: readonly string[], cursor: string): readonly string[] =>
  [...trail, cursor].slice(-MAX_TRAIL)

/** `page=` of the address; a page number that cannot be is the second, since the first has no cursor. */
export function parsePage(cursor: string | null, page: string | null): number {
  if (cursor === null) return 1
  const number = Number(page)
  return Number.isInteger(number) && number > 1 ? number : 2
}
