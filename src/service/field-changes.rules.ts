import type { Changes } from '#contract/events.ts'

/** The fields that differ between two states of a resource; undefined when none does. */
export function changesBetween<Resource extends object>(
  before: Resource,
  after: Resource,
  fields: readonly (keyof Resource & string)[],
): Changes | undefined {
  const changed = fields.filter((field) => !same(before[field], after[field]))
  if (changed.length === 0) return undefined
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  )
}

// Fields are JSON, and both sides have the same key order: equal text means equal value.
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Whether two lists differ in their order at most. */
export const hasSameItems = (a: readonly string[], b: readonly string[]): boolean =>
  same(a.toSorted(), b.toSorted())

/** The resource as it is returned after a write that increments its version. */
export const withNextVersion = <Resource extends { version: string }>(
  resource: Resource,
): Resource => ({
  ...resource,
  version: String(Number(resource.version) + 1),
})
