import type { ReadName } from '#contract/endpoints.ts'
import { parseSavedImport, savedImportEntry } from '#web/email/contacts/saved-import.rules.ts'
import { type Observable, observable } from '#web/external-store.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { paths } from '#web/paths.ts'
import type { BulkRun } from '#web/session/bulk.ts'
import { createImportCall } from '#web/session/import-call.ts'
import { getJobs } from '#web/session/jobs.ts'
import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { entryKey, tabStore } from '#web/session/storage.ts'
import { timeZone } from '#web/ui/format.ts'
import type { ImportSource } from '#web/ui/import/choose-file.tsx'
import { now } from '#web/ui/server-time.ts'
import { findDateOrder } from './columns.rules.ts'
import { type ImportState, initialState, isImportedByService, type StepId } from './import-state.ts'
import {
  createRunControl,
  fetchListFields,
  type ImportWorker,
  type RunControl,
  startImportWorker,
  WorkerError,
} from './import-worker-client.ts'
import type { FileFormat, ImportChoices, OpenedFile, RunResult, RunTarget } from './worker-api.ts'

/** Beyond this the text of the file does not fit into the memory that a tab has. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const noPreview = {
  preview: undefined,
  consent: undefined,
  status_words: {},
  unknown_words: [],
}

/** Shown until the worker has read the columns again. */
const toStale = (consent: ImportState['consent']) => consent && { ...consent, isCurrent: false }

/** What an import may have changed. */
const importedResources: readonly ReadName[] = [
  'GET /lists',
  'GET /lists/:list_id',
  'GET /lists/:list_id/contacts',
  'GET /lists/:list_id/contacts/:id_or_email',
  'GET /lists/:list_id/tags',
  'GET /lists/:list_id/segments',
  'GET /lists/:list_id/segments/:segment_id/contacts',
]

const imports = new WeakMap<KeySession, Map<string, ContactImport>>()

/** The import into one list; it stays when the page is left. */
export function getContactImport(session: KeySession, list_id: string): ContactImport {
  const byList = imports.get(session) ?? new Map<string, ContactImport>()
  imports.set(session, byList)
  const current = byList.get(list_id) ?? createContactImport(session, list_id)
  byList.set(list_id, current)
  return current
}

interface ContactImport extends Pick<Observable<ImportState>, 'get' | 'subscribe'> {
  readonly read: (source: ImportSource) => Promise<void>
  readonly reformat: (format: Partial<FileFormat>) => Promise<void>
  readonly change: (
    choices: Partial<
      Pick<
        ImportState,
        | 'targets'
        | 'tags'
        | 'tag_separator'
        | 'status'
        | 'status_words'
        | 'date_order'
        | 'unknown_consent'
        | 'on_error'
      >
    >,
  ) => void
  readonly open: (step: StepId) => void
  readonly start: (list_name: string) => void
  readonly pause: (isPaused: boolean) => void
  /** Sends the rest of a run that ended early. */
  readonly resume: () => void
  readonly restore: () => Promise<void>
  readonly discard: () => void
  readonly reset: () => void
  readonly rejectedRows: () => Promise<Blob>
  readonly createdIds: () => Promise<readonly string[]>
  /** Keeps how the deletion of what the import added ends. */
  readonly watchRemoval: (total: number, run: Pick<BulkRun, 'finished'>) => void
}

/** What the component of a step gets. */
export interface StepProps {
  readonly list_id: string
  readonly list_name: string
  /** New contacts without a status become pending. */
  readonly asksForConfirmation: boolean
  readonly state: ImportState
  readonly contactImport: ContactImport
  /** Moves the focus to the heading of the step, which replaces the control that led here. */
  readonly startsFocused: boolean
}

function createContactImport(session: KeySession, list_id: string): ContactImport {
  const name = entryKey(session.connection.fingerprint, savedImportEntry)
  const state = observable<ImportState>({
    ...initialState,
    saved: parseSavedImport(tabStore.get(name), list_id),
  })
  const update = (next: Partial<ImportState>) => state.set({ ...state.get(), ...next })
  const startedAt = now().toISOString()
  let worker: ImportWorker | undefined
  let control: RunControl | undefined

  const openWorker = () => {
    worker?.terminate()
    worker = startImportWorker({
      // After a run it reads what the run added.
      onRequest: (...request) => (control?.call ?? createImportCall(session, session))(...request),
      onProgress: ({ isSent = false, ...progress }) => {
        control?.report(progress)
        if (isSent !== state.get().isSent) update({ isSent })
      },
    })
    return worker.api
  }
  session.signal.addEventListener('abort', () => worker?.terminate())

  const choices = (): ImportChoices => {
    const { targets, tags, tag_separator, status, status_words, unknown_consent } = state.get()
    const date_order = findDateOrder(state.get())
    const moment = { time_zone: timeZone(), date_order, now: startedAt }
    return { targets, tags, tag_separator, status, status_words, unknown_consent, ...moment }
  }

  /** Runs one reading of the file; a later one replaces it. */
  let readings = 0
  async function readFile(file_name: string, work: () => Promise<OpenedFile>, step: StepId) {
    const reading = (readings += 1)
    update({ reading: file_name, problem: undefined })
    try {
      const file = await work()
      if (reading !== readings) return
      const { targets } = file
      const read = { reading: undefined, file, targets, step, date_order: undefined }
      update({ ...read, unknown_consent: undefined, check: undefined, ...noPreview })
      void preview()
    } catch (error) {
      if (reading !== readings) return
      const message = (error instanceof WorkerError && error.message) || text.unreadable
      update({ ...initialState, problem: { name: file_name, message } })
    }
  }

  let previews = 0
  async function preview() {
    const latest = (previews += 1)
    // Fails while no column, or more than one, has the addresses: the step says so.
    const read = await worker?.api.preview(choices()).catch(() => undefined)
    if (latest === previews) {
      const { rows, consents = [], open_consents = 0, status_words = [] } = read ?? {}
      const consent = { columns: consents, open: open_consents, isCurrent: true }
      update({ ...(rows && { preview: rows, consent, unknown_words: status_words }) })
    }
  }

  async function check() {
    update({ check: undefined })
    const latest = (previews += 1)
    const result = await worker?.api.check(choices()).catch(() => undefined)
    // Something is open again, which that step asks about.
    if (latest === previews) update(result ? { check: result } : { step: 'match' })
  }

  const runJob = (run: () => Promise<RunResult>) => {
    const { file, saved } = state.get()
    const job = getJobs(session).start(
      text.job(file?.name ?? saved?.name ?? ''),
      async ({ signal, report }) => {
        // A job of the service is stopped by a request.
        const requests = state.get().isByService ? session.signal : signal
        control = createRunControl(session, requests, report, () => state.get().isPaused)
        const stop = () => void worker?.api.stop()
        signal.addEventListener('abort', stop)
        try {
          const result = await run()
          if (result.state === 'done') tabStore.remove(name)
          update({ result, isPaused: false })
          if (result.state === 'failed') throw new Error(result.problem)
          const { created, updated, unchanged, rejected } = result.counts
          const label = text.done(result.counts.rows, created + updated + unchanged, rejected)
          return { label, to: paths.importContacts(list_id) }
        } finally {
          control = undefined
          // Also after a failure: some of the contacts are there.
          for (const endpoint of importedResources)
            void session.queryClient.invalidateQueries({ queryKey: [endpoint] })
        }
      },
      { page: paths.importContacts(list_id) },
    )
    update({ step: 'run', job, result: undefined, isPaused: false, isSent: false })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    read: async (source) => {
      const { content } = source
      const size = typeof content === 'string' ? content.length : content.size
      if (size > MAX_FILE_BYTES) {
        const message = text.tooLarge(Math.ceil(size / 1024 ** 2))
        return update({ ...initialState, problem: { name: source.name, message } })
      }
      const open = async () => openWorker().open(source, await fetchListFields(session, list_id))
      await readFile(source.name, open, 'match')
    },
    reformat: async (next) => {
      const { file } = state.get()
      if (!file || !worker) return
      const { api } = worker
      const format = { encoding: file.encoding, delimiter: file.delimiter, ...next }
      await readFile(file.name, () => api.reformat(format), 'match')
    },
    change: (next) => {
      update(next)
      const { targets, status_words, date_order, unknown_consent } = next
      const isRead = targets ?? status_words ?? date_order ?? unknown_consent
      if (isRead === undefined && !('status' in next)) return
      update({ check: undefined, ...(targets && { consent: toStale(state.get().consent) }) })
      void preview()
    },
    open: (step) => {
      update({ step })
      if ((step === 'check' || step === 'choose') && !state.get().check) void check()
    },
    start: (list_name) => {
      const { file, on_error } = state.get()
      if (!file || !worker) return
      const { api } = worker
      const id = randomId()
      const { me, capabilities } = session.capabilities.get()
      const by_service = isImportedByService(capabilities, state.get())
      update({ isByService: by_service })
      const target: RunTarget = {
        list_id,
        list_name,
        import_mode: me?.key?.admin === true,
        stops_at_error: on_error === 'stop',
        by_service,
      }
      const saved: ImportState['saved'] = { id, list_id, list_name, name: file.name, by_service }
      tabStore.set(name, JSON.stringify(saved))
      runJob(() => api.run(id, choices(), target))
    },
    pause: (isPaused) => {
      update({ isPaused })
      if (!isPaused) control?.continue()
    },
    resume: () => {
      const { job } = state.get()
      const api = worker?.api
      if (!api) return
      if (job !== undefined) getJobs(session).dismiss(job)
      runJob(() => api.resume())
    },
    restore: async () => {
      const { saved } = state.get()
      if (!saved) return
      const api = openWorker()
      update({ saved: undefined, reading: saved.name })
      try {
        const file = await api.restore(saved.id)
        update({ file, reading: undefined, isByService: saved.by_service === true })
        runJob(() => api.resume())
      } catch {
        tabStore.remove(name)
        update({ reading: undefined, problem: { name: saved.name, message: text.savedLost } })
      }
    },
    discard: () => {
      const { saved } = state.get()
      tabStore.remove(name)
      if (saved) void openWorker().discard(saved.id)
      update({ saved: undefined })
    },
    reset: () => {
      readings += 1
      const previous = worker
      const id = parseSavedImport(tabStore.get(name), list_id)?.id
      // Its file is no longer kept, either.
      void (id === undefined ? undefined : previous?.api.discard(id))?.finally(previous?.terminate)
      if (id === undefined) previous?.terminate()
      worker = undefined
      tabStore.remove(name)
      update({ ...initialState, saved: undefined })
    },
    rejectedRows: () => worker?.api.rejectedRows() ?? Promise.reject(new Error(text.unreadable)),
    createdIds: () => worker?.api.createdIds() ?? Promise.resolve([]),
    watchRemoval: (total, run) => {
      const { result } = state.get()
      update({ removal: { total, deleted: undefined } })
      void run.finished.then(({ done }) => {
        // Another file may be open by now.
        if (result === state.get().result) update({ removal: { total, deleted: done } })
      })
    },
  }
}
