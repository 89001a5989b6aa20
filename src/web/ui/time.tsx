import { useEffect, useReducer } from 'react'

import { formatExactly, formatTime } from './format.ts'

/** A moment in words, refreshed each minute; the exact time shows on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, 60_000)
    return () => clearInterval(timer)
  }, [])

  const date = new Date(at)
  return (
    <time dateTime={at} title={formatExactly(date)} className={className}>
      {formatTime(date)}
    </time>
  )
}
