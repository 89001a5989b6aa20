import type { Changes } from '#contract/events.ts'

/** What differs between two states of one thing, field by field; undefined when nothing does. */
export function changesBetween<Thing extends object>(
  before: Thing,
  after: Thing,
  fields: readonly (keyof Thing & string)[],
): Changes | undefined {
  const changed = fields.filter((field) => !same(before[field], after[field]))
  if (changed.length === 0) return undefined
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  )
}

// Fields are JSON: equal text is equal value, since both sides write their keys in one order.
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
