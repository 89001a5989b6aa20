import type { Activity } from './activity.ts'

/** What a list of a change has lost and gained, by the text of its items. */
export function diffItems(
  { from, to }: Activity['changes'][string],
  textOf: (item: unknown) => string = String,
) {
  const before = Array.isArray(from) ? from.map(textOf) : []
  const after = Array.isArray(to) ? to.map(textOf) : []
  return {
    added: after.filter((item) => !before.includes(item)),
    removed: before.filter((item) => !after.includes(item)),
  }
}
