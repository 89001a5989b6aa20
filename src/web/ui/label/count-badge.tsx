import { formatNumber } from '#web/ui/format.ts'

interface CountBadgeProps {
  count: number
  /** The number in words: "14 new posts". */
  label: string
  /** `mute` beside a tab or a heading. */
  tone?: 'spark' | 'mute'
}

/** How many need attention; nothing for none. From 1,000 on it is shortened, with the full number in its label. */
export function CountBadge({ count, label, tone = 'spark' }: CountBadgeProps) {
  if (count <= 0) return null
  const look =
    tone === 'spark'
      ? 'min-w-5.5 rounded-full bg-spark-soft px-1.75 text-center text-tag leading-5 text-spark-ink forced-colors:border'
      : 'text-meta text-ink-3'
  return (
    <span className={`shrink-0 ${look}`} title={count >= 1000 ? label : undefined}>
      <span aria-hidden>{count < 1000 ? formatNumber(count) : shorten(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

const shorten = (count: number) =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
    .format(count)
    .toLowerCase()
