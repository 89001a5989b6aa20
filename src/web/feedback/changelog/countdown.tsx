import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useEffect, useState } from 'react'

import { changelogText } from '#web/messages/en/changelog.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { exactTimeProps } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'

const text = changelogText.countdown
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface CountdownProps {
  at: string
  /** Before the date, for screen readers. */
  state?: string
}

/** When a scheduled entry will be published: its date, and under a day how long that is. Not a live region. */
export function Countdown({ at, state }: CountdownProps) {
  const date = new Date(at)
  const left = useTimeLeft(date)
  return (
    <Pill family="plan" icon={CalendarClock}>
      {state && <span className="sr-only">{state} </span>}
      <time dateTime={at} {...exactTimeProps(date)}>
        {left >= DAY ? formatMoment(date) : formatTimeLeft(left)}
      </time>
    </Pill>
  )
}

function formatTimeLeft(left: number): string {
  if (left <= 0) return text.due
  if (left < MINUTE) return text.seconds(Math.ceil(left / SECOND))
  if (left < HOUR) return text.minutes(Math.floor(left / MINUTE))
  return text.hours(Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE))
}

/** Milliseconds, refreshed each minute, in the last one each second. */
function useTimeLeft(date: Date): number {
  const end = date.getTime()
  const [left, setLeft] = useState(() => end - now().getTime())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      const next = end - now().getTime()
      setLeft(next)
      if (next <= 0) return
      const step = next < MINUTE + SECOND ? SECOND : MINUTE
      // Just after the number changes.
      timer = setTimeout(update, (next % step) + 20)
    }
    update()
    return () => clearTimeout(timer)
  }, [end])
  return left
}
