import { overview } from '#web/messages/en/overview.ts'
import { formatPoints } from '#web/ui/rate.ts'

const said = overview.campaigns

interface RateStripProps {
  rate: number
  mean: number | undefined
  all: readonly number[]
}

/** A campaign among the others: each a dot on one line, a stroke at their average, and the same in words. */
export function RateStrip({ rate, mean, all }: RateStripProps) {
  if (mean === undefined) return null
  const least = Math.min(...all)
  const span = Math.max(...all) - least || 1
  const at = (one: number) => `${3 + ((one - least) / span) * 94}%`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
      <svg aria-hidden className="h-3 w-full overflow-visible">
        <line x1="0" x2="100%" y1="6" y2="6" className="stroke-chart-grid" />
        {all.map((one, index) => (
          <circle
            key={index}
            cx={at(one)}
            cy="6"
            r="2.5"
            className="fill-chart-compare opacity-50"
          />
        ))}
        <line
          x1={at(mean)}
          x2={at(mean)}
          y1="0"
          y2="12"
          strokeWidth="1.5"
          className="stroke-ink-2"
        />
        <circle cx={at(rate)} cy="6" r="4.5" className="fill-chart-1" />
      </svg>
      <span className="text-meta text-ink-3">{compared(rate, mean)}</span>
    </div>
  )
}

function compared(rate: number, mean: number) {
  const points = formatPoints(rate, mean)
  if (points === '0.0') return said.usual
  return rate > mean ? said.above(points) : said.below(points)
}
