import { labelText } from '#web/messages/en/label.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'

const LONGEST = 80
/** What is quoted before the first difference. */
const CONTEXT = 20

/** The value of a field as it is quoted in a question. A long text is quoted from where it differs from `other`. */
export function formatFieldValue(
  value: string | number | null | undefined,
  { other }: { readonly other?: string | number | null | undefined } = {},
): string {
  if (value == null || value === '') return text.nothing
  const whole = String(value)
  if (whole.length <= LONGEST) return text.quote(whole)
  const start = Math.max(firstDifference(whole, String(other ?? '')) - CONTEXT, 0)
  const end = start + LONGEST
  const quoted = whole.slice(start, end)
  return text.quote(`${start > 0 ? '…' : ''}${quoted}${end < whole.length ? '…' : ''}`)
}

/** Where the texts differ first; 0 without another one. */
function firstDifference(one: string, other: string): number {
  let index = 0
  while (index < other.length && one[index] === other[index]) index++
  return index
}

/** The color of a label in words; one that this version does not know has the name that the service gives it. */
export function formatColor(color: string | null | undefined): string {
  const names: Partial<Record<string, string>> = labelText.colors
  return formatFieldValue(names[color ?? ''] ?? color)
}
