import { useEffect, useState } from 'react'

let ahead = 0

/** Sets how many milliseconds the server's clock is ahead; `connections/active-session.ts` calls it. */
export const setServerTimeOffset = (milliseconds: number) => {
  ahead = milliseconds
}

/** The current time on the server, which "overdue" and "3 hours ago" are measured against. */
export const now = () => new Date(Date.now() + ahead)

/** The time, refreshed: what is on the screen becomes past. */
export function useCurrentTime(): Date {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return time
}
