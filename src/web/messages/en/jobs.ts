import { plural } from '#web/messages/plural.ts'

/** The tray of jobs. */
export const jobsText = {
  label: 'Jobs',
  started: (job: string) => `${job} started`,
  progress: (job: string, percent: number) => `${job}: ${percent}%`,
  counts: (done: string, total: string, isEstimate: boolean) =>
    isEstimate ? `${done} of about ${total}` : `${done} of ${total}`,
  doneOnly: (done: string) => `${done} done`,
  failed: (count: number) => plural(count, { one: '# failed', other: '# failed' }),
  failuresOf: (job: string) => `Failures: ${job}`,
  moreFailures: (count: number) => plural(count, { other: 'and # more' }),
  retryFailed: (count: number) => plural(count, { one: 'Retry #', other: 'Retry all #' }),
  saveFailures: 'Download list',
  failuresFile: (job: string) => `failed-${job.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}`,
  failedItem: 'Item',
  reason: 'Reason',
  timeLeft: (time: string) => `about ${time} left`,
  paused: (time: string) => `the server asked to slow down, continuing in ${time}`,
  seconds: (count: number) => `${count} s`,
  minutes: (count: number) => `${count} min`,
  stop: 'Stop',
  stopOf: (job: string) => `Stop: ${job}`,
  stopping: 'Stopping…',
  dismissOf: (job: string) => `Dismiss: ${job}`,
  finished: (job: string) => `${job} finished`,
  stopped: (job: string) => `${job} stopped. Finished items are kept.`,
  broke: (job: string, reason: string) => `${job} failed: ${reason}`,
}
