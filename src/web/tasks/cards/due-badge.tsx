import { dueText } from '#web/messages/en/due.ts'
import { formatDate } from '#web/ui/format.ts'
import { exactTimeProps } from '#web/ui/relative-time.tsx'
import type { Due } from './due.rules.ts'

const calendarPath = 'M3 4.5h10v9H3zM3 7.5h10M5.5 2.5v3M10.5 2.5v3'

// One path each: a board shows sixty of them and stays under 900 elements.
const iconPaths: Record<Due['state'], string> = {
  overdue: `${calendarPath}M6.6 9.2l2.8 2.8M9.4 9.2l-2.8 2.8`,
  today: `${calendarPath}M8 9v1.7h1.5`,
  tomorrow: `${calendarPath}M8 9v1.7h1.5`,
  later: calendarPath,
  done: `${calendarPath}M6.2 10.5l1.3 1.3 2.4-2.5`,
}

const chipClass =
  'rounded-chip px-1.5 font-medium forced-colors:outline-1 forced-colors:-outline-offset-1'

const stateClasses: Record<Due['state'], string> = {
  overdue: `${chipClass} bg-bad-soft text-bad-ink`,
  today: `${chipClass} bg-warn-soft text-warn-ink`,
  tomorrow: `${chipClass} bg-warn-soft text-warn-ink`,
  later: 'text-ink-3',
  done: 'text-ink-3',
}

function formatDue(due: Due, now: Date): string {
  if (due.state === 'overdue') return dueText.overdue(due.days)
  if (due.state === 'today' || due.state === 'tomorrow') return dueText[due.state]
  return formatDate(due.at, now)
}

/** For a sentence, where "24 Nov" alone would be unclear. */
export function formatDueSentence(due: Due, now: Date): string {
  const text = formatDue(due, now)
  if (due.state === 'done') return dueText.done(text)
  return due.state === 'later' ? dueText.on(text) : text.toLowerCase()
}

interface DueBadgeProps {
  due: Due
  now: Date
  /** Omitted, the badge is not focusable. */
  tabIndex?: 0 | -1 | undefined
}

export const DueBadge = ({ due, now, tabIndex }: DueBadgeProps) => (
  <time
    dateTime={due.at.toISOString()}
    {...exactTimeProps(due.at)}
    tabIndex={tabIndex}
    className={`flex h-5 items-center gap-1.25 text-meta ${stateClasses[due.state]}`}
  >
    <svg aria-hidden viewBox="0 0 16 16" className="size-3.5 shrink-0 fill-none stroke-current">
      <path
        d={iconPaths[due.state]}
        strokeWidth={1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    {formatDue(due, now)}
  </time>
)
