import { useEffect, useState } from 'react'

import { jobsText as text } from '#web/messages/en/jobs.ts'
import { secondsLeft } from '#web/session/jobs/job-progress.rules.ts'
import { isRunning, type Job } from './jobs.ts'

/** How long a running job has left or pauses, in words, counted down every second. */
export function useRemainingTime(job: Job | undefined): string | undefined {
  const [now, setNow] = useState(Date.now)
  const isEnabled = job !== undefined && isRunning(job)
  useEffect(() => {
    if (!isEnabled) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isEnabled])
  return isEnabled ? formatRemainingTime(job, now) : undefined
}

function formatRemainingTime(job: Job, now: number): string | undefined {
  const pause = ((job.paused_until ?? 0) - now) / 1000
  if (pause > 0) return text.paused(formatSeconds(pause))
  const seconds = secondsLeft(job, now)
  return seconds === undefined ? undefined : text.timeLeft(formatSeconds(seconds))
}

function formatSeconds(seconds: number): string {
  const rounded = Math.ceil(seconds)
  return rounded < 90 ? text.seconds(rounded) : text.minutes(Math.ceil(rounded / 60))
}
