import { asApiError } from '#client/api-error.ts'
import { observable } from '#web/external-store.ts'
import type { KeySession } from './session.ts'

/** Long work that outlives the page it was begun on: an import, an export, a change of many things. */
export interface Job {
  readonly id: number
  /** In the person's words: "Import of people.csv". */
  readonly name: string
  /** The path of the page that shows it, where the tray does not. */
  readonly page: string | undefined
  /** The page announces the change itself: of the job only what lasts or fails is; with `start` also its result. */
  readonly isQuiet: boolean | 'start'
  readonly state: 'running' | 'stopping' | 'done' | 'stopped' | 'broken'
  readonly done: number
  readonly failed: number
  /** Absent until it is known. */
  readonly total?: number | undefined
  /** The total is about right. */
  readonly isEstimate: boolean
  readonly started_at: number
  /** Absent while it runs. */
  readonly ended_at?: number | undefined
  /** Milliseconds, as `Date.now()` counts: the server asked to wait until then. */
  readonly paused_until?: number | undefined
  /** What came of it, and where to see it. */
  readonly result?: JobResult | undefined
  /** Why it broke off. */
  readonly problem?: string | undefined
  /** What it does before the total is known, in place of the number that is done. */
  readonly activity?: string | undefined
  readonly failures?: JobFailures | undefined
}

/** What a job could not change, and why. */
export interface JobFailures {
  /** Empty where the job as a whole has failed. */
  readonly items: readonly { readonly name: string; readonly error: string }[]
  /** Tries them again as another job. */
  readonly retry: () => void
}

export interface JobResult {
  readonly label: string
  readonly to?: string
  /** What a stopped one has left, in place of the sentence that what is done stays. */
  readonly remainder?: string
  /** It stays in the list also of a brief job. */
  readonly isKept?: boolean
}

export interface JobControl {
  /** Aborted by Stop, and when the session closes. */
  readonly signal: AbortSignal
  readonly report: (
    progress: Partial<
      Pick<
        Job,
        'done' | 'failed' | 'total' | 'isEstimate' | 'paused_until' | 'activity' | 'failures'
      >
    >,
  ) => void
}

interface JobOptions {
  readonly page?: string | undefined
  readonly isQuiet?: boolean | 'start' | undefined
  /** It leaves the list when it is done, unless it has failures; the toast with Undo says how it ended. */
  readonly isBrief?: boolean | undefined
}

/** A change of more takes long enough for its result to stay in the tray. */
export const MAX_BRIEF = 200

type Work = (control: JobControl) => Promise<JobResult | undefined>

export const isRunning = ({ state }: Job) => state === 'running' || state === 'stopping'

/** The jobs of one session, the newest first. What was done when one is stopped stays done. */
export function createJobs(session: AbortSignal) {
  const jobs = observable<readonly Job[]>([])
  const controllers = new Map<number, AbortController>()
  let count = 0
  const update = (id: number, next: Partial<Job>) =>
    jobs.set(jobs.get().map((job) => (job.id === id ? { ...job, ...next } : job)))

  async function perform(id: number, work: Work, isBrief: boolean) {
    const stop = new AbortController()
    controllers.set(id, stop)
    const signal = AbortSignal.any([session, stop.signal])
    const end = (next: Partial<Job>) => update(id, { ...next, ended_at: Date.now() })
    const hasFailures = () => jobs.get().some((job) => job.id === id && job.failures)
    try {
      const result = await work({ signal, report: (progress) => update(id, progress) })
      end({ state: stop.signal.aborted ? 'stopped' : 'done', result })
      if (isBrief && !result?.isKept && !hasFailures())
        jobs.set(jobs.get().filter((job) => job.id !== id))
    } catch (error) {
      if (stop.signal.aborted) end({ state: 'stopped' })
      else end({ state: 'broken', problem: asApiError(error).message })
    }
    controllers.delete(id)
  }

  return {
    list: jobs.get,
    subscribe: jobs.subscribe,
    start: (
      name: string,
      work: Work,
      { page, isBrief = false, isQuiet = isBrief && 'start' }: JobOptions = {},
    ): number => {
      const id = ++count
      const job: Job = {
        id,
        name,
        page,
        isQuiet,
        state: 'running',
        done: 0,
        failed: 0,
        isEstimate: false,
        started_at: Date.now(),
      }
      jobs.set([job, ...jobs.get()])
      void perform(id, work, isBrief)
      return id
    },
    stop: (id: number) => {
      if (!controllers.has(id)) return
      update(id, { state: 'stopping' })
      controllers.get(id)?.abort()
    },
    dismiss: (id: number) => jobs.set(jobs.get().filter((job) => job.id !== id || isRunning(job))),
  }
}

export type Jobs = ReturnType<typeof createJobs>

const jobsBySession = new WeakMap<KeySession, Jobs>()

/** Kept beside the session, so that a first load without jobs does without this file. */
export function getJobs(session: KeySession): Jobs {
  const jobs = jobsBySession.get(session) ?? createJobs(session.signal)
  jobsBySession.set(session, jobs)
  return jobs
}
