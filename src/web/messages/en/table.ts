import { plural } from '#web/messages/plural.ts'

interface PageRange {
  page: number
  from: number
  to: number
  total: number | undefined
  isEstimate: boolean
}

/** Texts of tables. */
export const tableText = {
  selectPage: 'Select all on this page',
  selectRow: (name: string) => `Select ${name}`,
  rowActions: (name: string) => `Actions for ${name}`,
  selection: 'Select',
  actions: 'Actions',
  selectMatching: 'Select all that match this filter',
  clearSearch: 'Clear search',
  clearSelection: 'Clear selection',
  loading: (caption: string) => `Loading: ${caption}`,
  previous: 'Previous',
  next: 'Next',
  firstPage: 'First page',
  pages: 'Pages',
  range: ({ page, from, to, total, isEstimate }: PageRange) => {
    const head = plural(page, { other: 'Page #' })
    const rows = `${plural(from, { other: '#' })}–${plural(to, { other: '#' })}`
    if (total === undefined) return `${head}, ${rows}`
    return `${head}, ${rows} ${plural(total, { other: isEstimate ? 'of about #' : 'of #' })}`
  },
  pageSize: 'Rows per page',
  /** `count` are not all that exist. */
  loaded: (count: string) => `${count} loaded`,
  aPage: (count: number) => plural(count, { other: '# a page' }),
  pageOnly: (page: number) => plural(page, { other: 'Page #' }),
  pageLoaded: (page: number, rows: number) =>
    plural(rows, { one: `Page ${page}, # row`, other: `Page ${page}, # rows` }),
  /** In place of an empty cell, for screen readers. */
  none: 'None',
  columns: 'Columns',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  columnWidth: (column: string) => `Width of ${column}`,
  narrower: (column: string) => `Make ${column} narrower`,
  wider: (column: string) => `Make ${column} wider`,
  resetColumns: 'Reset columns',
}
