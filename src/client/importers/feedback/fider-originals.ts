import type { CsvRecord } from '#client/importers/formats/csv-records.ts'
import type { FeedbackReading } from './feedback-builder.ts'

/**
 * The post that each duplicate repeats in the end, by number. A duplicate of a duplicate leads to what that one repeats,
 * so that every link leads to a post of its own.
 */
export function originalsOf(
  { notebook }: FeedbackReading,
  records: readonly CsvRecord[],
): ReadonlyMap<string, string> {
  const repeats = new Map(
    records.map((record) => [record.cell('number'), record.cell('original_number')]),
  )
  const originals = new Map<string, string>()
  for (const [number, first] of repeats) {
    if (first === '') continue
    const passed = new Set([number])
    let original = first
    while (repeats.get(original) && !passed.has(original)) {
      passed.add(original)
      original = repeats.get(original) ?? ''
    }
    if (passed.has(original)) notebook.note('original_number: leads in a circle, left out', number)
    else if (!repeats.has(original))
      notebook.note('original_number: not in the file, left out', `${number} of ${original}`)
    else originals.set(number, original)
  }
  return originals
}
