import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { StatTile, StatTiles } from '#web/ui/chart/stat-tile.tsx'
import { formatNumber, formatTime, midnights } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { useDueCounts } from './due-cards.data.ts'
import { type Count, useNewPosts, useScheduled } from './overview.data.ts'

const text = overviewText.stats

/** The four numbers of the overview. One that could not be loaded has no number; its panel shows the error. */
export const OverviewStats = () => (
  <StatTiles label={text.label}>
    <DueTiles />
    <ScheduledTile />
    <NewPostsTile />
  </StatTiles>
)

/** The row before its queries start, with the height of the tiles. */
export const OverviewStatsSkeleton = () => (
  <StatTiles label={text.label}>
    {[text.overdue, text.dueToday, text.scheduled, text.newPosts].map((label) => (
      <StatTile key={label} label={label} value={undefined} difference={pending} />
    ))}
  </StatTiles>
)

// A line of the same height, so that nothing moves when the text is loaded.
const pending = { text: '\u00a0' }
const unknown = '–'

function DueTiles() {
  const { data, error } = useDueCounts()
  const canList = useCapability('cards.list')
  const isUnknown = !data && error !== null
  return (
    <>
      <StatTile
        label={text.overdue}
        {...(canList && { to: paths.cards('overdue') })}
        value={isUnknown ? unknown : data && formatCount(data.overdue)}
        difference={
          isUnknown
            ? { text: text.unavailable }
            : data?.oldest && data.overdue.isExact
              ? { text: text.oldest(midnights(data.oldest, now())) }
              : pending
        }
      />
      <StatTile
        label={text.dueToday}
        {...(canList && { to: paths.cards('today') })}
        value={isUnknown ? unknown : data && formatCount(data.today)}
        difference={
          isUnknown
            ? { text: text.unavailable }
            : data
              ? { text: text.tomorrow(formatCount(data.tomorrow)) }
              : pending
        }
      />
    </>
  )
}

function ScheduledTile() {
  const { data, isPending } = useScheduled()
  const isUnknown = !data && !isPending
  return (
    <StatTile
      label={text.scheduled}
      value={isUnknown ? unknown : data && formatCount(data.count)}
      difference={
        isUnknown
          ? { text: text.unavailable }
          : data?.next
            ? { text: text.next(data.next.name, formatTime(data.next.at)), isTruncated: true }
            : pending
      }
      {...(data?.next && { to: data.next.to })}
    />
  )
}

function NewPostsTile() {
  const { data, isPending } = useNewPosts()
  const isUnknown = !data && !isPending
  return (
    <StatTile
      label={text.newPosts}
      value={isUnknown ? unknown : data && formatCount(data.count)}
      difference={
        isUnknown
          ? { text: text.unavailable }
          : data
            ? { text: data.since ? text.since(formatTime(data.since)) : text.lastWeek }
            : pending
      }
    />
  )
}

/** "12", or "100+" for a lower bound. */
const formatCount = ({ value, isExact }: Count) => `${formatNumber(value)}${isExact ? '' : '+'}`
