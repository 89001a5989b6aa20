import { asApiError } from '#client/api-error.ts'
import { observable } from '#web/external-store.ts'
import type { KeySession } from './session.ts'

/** Long work that outlives the page it was begun on: an import, an export, a change of many things. */
export interface Job {
  readonly id: number
  /** In the person's words: "Import of people.csv". */
  readonly name: string
  readonly state: 'running' | 'stopping' | 'done' | 'stopped' | 'broken'
  readonly done: number
  readonly failed: number
  /** Absent until it is known. */
  readonly total: number | undefined
  readonly started_at: number
  /** What came of it, and where to see it. */
  readonly result: JobResult | undefined
  /** Why it broke off. */
  readonly problem: string | undefined
}

interface JobResult {
  readonly label: string
  readonly to?: string
}

interface JobControl {
  /** Aborted by Stop, and when the session closes. */
  readonly signal: AbortSignal
  readonly report: (progress: Partial<Pick<Job, 'done' | 'failed' | 'total'>>) => void
}

export const isRunning = ({ state }: Job) => state === 'running' || state === 'stopping'

/** The jobs of one session, the newest first. What was done when one is stopped stays done. */
export function createJobs(session: AbortSignal) {
  const jobs = observable<readonly Job[]>([])
  const stops = new Map<number, AbortController>()
  let count = 0
  const change = (id: number, next: Partial<Job>) =>
    jobs.set(jobs.get().map((job) => (job.id === id ? { ...job, ...next } : job)))

  async function perform(
    id: number,
    work: (control: JobControl) => Promise<JobResult | undefined>,
  ) {
    const stop = new AbortController()
    stops.set(id, stop)
    const signal = AbortSignal.any([session, stop.signal])
    try {
      const result = await work({ signal, report: (progress) => change(id, progress) })
      change(id, { state: stop.signal.aborted ? 'stopped' : 'done', result })
    } catch (error) {
      if (stop.signal.aborted) change(id, { state: 'stopped' })
      else change(id, { state: 'broken', problem: asApiError(error).message })
    }
    stops.delete(id)
  }

  return {
    list: jobs.get,
    subscribe: jobs.subscribe,
    start: (
      name: string,
      work: (control: JobControl) => Promise<JobResult | undefined>,
    ): number => {
      const id = ++count
      const begun = { id, name, state: 'running', done: 0, failed: 0, total: undefined } as const
      const job: Job = { ...begun, started_at: Date.now(), result: undefined, problem: undefined }
      jobs.set([job, ...jobs.get()])
      void perform(id, work)
      return id
    },
    stop: (id: number) => {
      if (!stops.has(id)) return
      change(id, { state: 'stopping' })
      stops.get(id)?.abort()
    },
    dismiss: (id: number) => jobs.set(jobs.get().filter((job) => job.id !== id || isRunning(job))),
  }
}

export type Jobs = ReturnType<typeof createJobs>

const known = new WeakMap<KeySession, Jobs>()

/** Kept beside the session, so that a first load without jobs does without this file. */
export function getJobs(session: KeySession): Jobs {
  const jobs = known.get(session) ?? createJobs(session.signal)
  known.set(session, jobs)
  return jobs
}
