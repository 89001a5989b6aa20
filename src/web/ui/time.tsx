import { useEffect, useReducer, useSyncExternalStore } from 'react'

import { formatExactly, formatMoment, formatTime } from './format.ts'
import { onTimeStyle, timesAreExact } from './time-style.ts'

/** A moment in words, refreshed each minute, or written out where the person prefers that; the exact time shows on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, 60_000)
    return () => clearInterval(timer)
  }, [])

  const exact = useSyncExternalStore(onTimeStyle, timesAreExact)

  const date = new Date(at)
  return (
    <time dateTime={at} title={formatExactly(date)} className={className}>
      {exact ? formatMoment(date) : formatTime(date)}
    </time>
  )
}
