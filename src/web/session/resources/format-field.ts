import { labelText } from '#web/messages/en/label.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'

const LONGEST = 80

/** The value of a field as it is quoted in a question. */
export function formatFieldValue(value: string | number | null | undefined): string {
  if (value == null || value === '') return text.nothing
  const whole = String(value)
  return text.quote(whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole)
}

/** The color of a label in words; one that this version does not know has the name that the service gives it. */
export function formatColor(color: string | null | undefined): string {
  const names: Partial<Record<string, string>> = labelText.colors
  return formatFieldValue(names[color ?? ''] ?? color)
}
