import { isObject } from '#client/importers/formats/json-values.ts'
import type { PlannedTag } from './feedback-plan.ts'

/** A label of a dump: its name, or an object with name and colour. */
export function tagOf(label: unknown): PlannedTag {
  const { name, color } = isObject(label) ? label : { name: label }
  return { name: typeof name === 'string' ? name : '', color: hexOf(color) }
}

const hexOf = (color: unknown): string | undefined =>
  typeof color === 'string' && /^#?[0-9a-f]{6}$/i.test(color)
    ? `#${color.replace('#', '').toLowerCase()}`
    : undefined
