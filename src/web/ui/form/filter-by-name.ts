import { normalizeText } from '#web/ui/normalize-text.ts'

/** The items whose name contains every word, ignoring case and accents. */
export function filterByName<Item extends { name: string }>(
  items: readonly Item[],
  text: string,
): readonly Item[] {
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter(({ name }) => {
    const searched = normalizeText(name)
    return words.every((word) => searched.includes(word))
  })
}
