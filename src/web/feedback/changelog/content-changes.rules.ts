import { isSameList } from './entry.rules.ts'
import type { EntryContent } from './publish.rules.ts'

interface ChangedLine {
  readonly kind: 'added' | 'removed'
  readonly text: string
}

/** What differs between the saved entry and the one on the screen. */
export interface ContentChanges {
  readonly fields: readonly ('title' | 'labels' | 'posts')[]
  readonly lines: readonly ChangedLine[]
}

export function contentChanges(saved: EntryContent, current: EntryContent): ContentChanges {
  const fields = [
    ...(saved.title === current.title ? [] : (['title'] as const)),
    ...(isSameList(saved.label_ids, current.label_ids) ? [] : (['labels'] as const)),
    ...(isSameList(saved.post_ids, current.post_ids) ? [] : (['posts'] as const)),
  ]
  return { fields, lines: diffLines(saved.body.split('\n'), current.body.split('\n')) }
}

export const hasChanges = ({ fields, lines }: ContentChanges) =>
  fields.length > 0 || lines.length > 0

// The table of the longest common subsequence takes the product of both lengths.
const MAX_CELLS = 1_000_000

/** The lines that were removed and added, in order. */
function diffLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  if (removed.length * added.length > MAX_CELLS)
    return [...removed.map(asRemoved), ...added.map(asAdded)]
  return walk(removed, added, commonLengths(removed, added))
}

const asRemoved = (text: string): ChangedLine => ({ kind: 'removed', text })
const asAdded = (text: string): ChangedLine => ({ kind: 'added', text })

/** How many lines the rest of both texts has in common, from each pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]) {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      table[row * width + column] =
        before[row] === after[column]
          ? (table[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(table[(row + 1) * width + column] ?? 0, table[row * width + column + 1] ?? 0)
  return (row: number, column: number) => table[row * width + column] ?? 0
}

function walk(
  before: readonly string[],
  after: readonly string[],
  common: (row: number, column: number) => number,
): ChangedLine[] {
  const lines: ChangedLine[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [old, next] = [before[row], after[column]]
    if (old !== undefined && old === next) {
      row++
      column++
    } else if (
      old !== undefined &&
      (next === undefined || common(row + 1, column) >= common(row, column + 1))
    ) {
      lines.push(asRemoved(old))
      row++
    } else {
      lines.push(asAdded(next ?? ''))
      column++
    }
  }
  return lines
}
