import type { PageCursor } from '#service/context.ts'
import type { Cursors } from '#service/db/pagination.ts'
import { invalidField } from '#service/refusal.ts'

/** The cursor of one request, bound to `place` (workspace and endpoint) and to everything that shapes its list. */
export function pageCursor(
  cursors: Cursors,
  place: readonly string[],
  input: Readonly<Record<string, unknown>>,
): PageCursor {
  const { starting_after } = input
  const binding = () => bindingOf(place, input)
  const cursor = typeof starting_after === 'string' ? starting_after : undefined
  return {
    // Read when it is needed: a feed also goes on from the id of an event.
    get last() {
      const last = cursor === undefined ? undefined : cursors.read(binding(), cursor)
      if (cursor !== undefined && last === undefined) throw unknownCursor()
      return last
    },
    next: (values) => cursors.write(binding(), values),
  }
}

function bindingOf(place: readonly string[], input: Readonly<Record<string, unknown>>): string {
  const { limit: _limit, starting_after: _cursor, include_total: _total, ...filters } = input
  return JSON.stringify([...place, Object.entries(filters).toSorted(byName)])
}

const unknownCursor = () =>
  invalidField(
    'starting_after',
    'unknown_cursor',
    'This cursor belongs to another list or filter, or was changed.',
  )

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
