import { useEffect, useReducer, useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'
import { formatExactTime, formatMoment, formatTime, useDateSettings } from './format.ts'

interface RelativeTimeProps {
  at: string
  className?: string
  /** -1 in rows of a table, where only the controls of the active row are tab stops. */
  tabIndex?: 0 | -1
  /** Other words, such as a countdown in seconds. */
  describe?: (date: Date, isExact: boolean) => string
  /** Milliseconds between two refreshes; a minute by default. */
  every?: number
}

/** A moment in words, refreshed each minute, or written out where the person prefers that; `exactly` tells the rest. */
export function RelativeTime(props: RelativeTimeProps) {
  const { at, className, tabIndex = 0, describe = describeMoment, every = 60_000 } = props
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, every)
    return () => clearInterval(timer)
  }, [every])

  useDateSettings()
  const exact = useSyncExternalStore(showExactTimes.subscribe, showExactTimes.get)

  const date = new Date(at)
  return (
    <time dateTime={at} {...exactTimeProps(date)} tabIndex={tabIndex} className={className}>
      {describe(date, exact)}
    </time>
  )
}

const describeMoment = (date: Date, isExact: boolean) =>
  isExact ? formatMoment(date) : formatTime(date)

/** The exact time, shown under the pointer and with the focus, which is also what a finger gives it. */
export function exactTimeProps(date: Date) {
  const text = formatExactTime(date)
  // "3 days ago" keeps its order in a page of the other direction.
  return { dir: 'auto', 'data-tip': text, 'aria-description': text }
}

const showExactTimes = observable(false)

/** Whether times are written out instead of "3 hours ago"; set by `app/appearance.ts`. */
export const setShowExactTimes = showExactTimes.set
