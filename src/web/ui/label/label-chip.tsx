import type { Label } from '#client/resources.ts'
import { type LabelColor, labelColor } from '#contract/label-color.rules.ts'
import { chipText } from '#web/messages/en/chip.ts'

export const formatLabelName = ({ name, color }: Pick<Label, 'name' | 'color'>): string =>
  name || chipText.unnamedLabel(labelColor(color))

// Written out: Tailwind finds only whole class names in the source.
const colorClasses: Record<LabelColor, string> = {
  green: 'bg-label-green-bg text-label-green-ink before:bg-label-green-dot',
  teal: 'bg-label-teal-bg text-label-teal-ink before:bg-label-teal-dot',
  yellow: 'bg-label-yellow-bg text-label-yellow-ink before:bg-label-yellow-dot',
  orange: 'bg-label-orange-bg text-label-orange-ink before:bg-label-orange-dot',
  red: 'bg-label-red-bg text-label-red-ink before:bg-label-red-dot',
  purple: 'bg-label-purple-bg text-label-purple-ink before:bg-label-purple-dot',
  blue: 'bg-label-blue-bg text-label-blue-ink before:bg-label-blue-dot',
  indigo: 'bg-label-indigo-bg text-label-indigo-ink before:bg-label-indigo-dot',
  sky: 'bg-label-sky-bg text-label-sky-ink before:bg-label-sky-dot',
  lime: 'bg-label-lime-bg text-label-lime-ink before:bg-label-lime-dot',
  pink: 'bg-label-pink-bg text-label-pink-ink before:bg-label-pink-dot',
  black: 'bg-label-black-bg text-label-black-ink before:bg-label-black-dot',
  gray: 'bg-label-gray-bg text-label-gray-ink before:bg-label-gray-dot',
}

/** Also used by card-content.tsx to measure labels. */
export const chipShape =
  'block h-4.5 max-w-full truncate rounded-[5px] px-1.5 text-tag leading-4.5 before:me-1.25 before:inline-block before:size-2 before:rounded-[2px] before:align-[-0.5px] empty:before:me-0 forced-colors:outline-1 forced-colors:-outline-offset-1 forced-colors:before:forced-color-adjust-none'

/** A label that shows only its color, as a display option; its size is in card-height.rules.ts. */
export function LabelBar({ label }: { label: Pick<Label, 'name' | 'color'> }) {
  const color = labelColor(label.color)
  const name = formatLabelName(label)
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      style={{ background: `var(--label-${color}-dot)` }}
      className="h-2 w-10 rounded-full"
    />
  )
}

/** Name and color mark: color is never the only cue. */
export function LabelChip({ label }: { label: Pick<Label, 'name' | 'color'> }) {
  const color = labelColor(label.color)
  const unnamed = chipText.unnamedLabel(color)
  return (
    <span
      className={`${chipShape} ${colorClasses[color]}`}
      {...(label.name === '' && { role: 'img', 'aria-label': unnamed, title: unnamed })}
    >
      {label.name}
    </span>
  )
}
