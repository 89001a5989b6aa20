import type { ContactFindings } from '#client/importers/contacts/contact-plan.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ImportSource } from '#web/ui/import/choose-file.tsx'
import {
  checkContacts,
  type ContactFile,
  createRejectedCsv,
  findOpenQuestions,
  parseContactFile,
  previewContacts,
} from './contact-file.ts'
import { type ContactRun, createBrowserRun, type RunCall } from './contact-run.ts'
import { openImportLog } from './import-log.ts'
import { createServiceRun } from './service-run.ts'
import type {
  FileFormat,
  ImportChoices,
  ImportWorkerApi,
  PageMessage,
  RunProgress,
  RunTarget,
  WorkerMessage,
} from './worker-api.ts'

// The worker of one import. The file, its rows and the results stay here, so the page stays responsive and small.
let source: ImportSource | undefined
let fields: readonly string[] = []
let file: ContactFile | undefined
/** Of the last check, so that an import by the service does not plan the file again. */
let findings: ContactFindings | undefined
let run: ContactRun | undefined
let log = openImportLog('')

const post = (message: WorkerMessage) => postMessage(message)

interface Waiting {
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}
const responses = new Map<number, Waiting>()
let requests = 0

/** The page sends the requests: it has the key, the rate limit and the queue of writes. */
const call: RunCall = (name, input, idempotency_key) =>
  new Promise((resolve, reject) => {
    requests += 1
    // The page returns the response of this very endpoint.
    responses.set(requests, { resolve: resolve as Waiting['resolve'], reject })
    post({ request: requests, name, input, idempotency_key })
  })

const requireFile = () => {
  if (!file) throw new Error('No file is open.')
  return file
}

function startRun(choices: ImportChoices, target: RunTarget): ContactRun {
  const onProgress = throttle((progress: RunProgress) => post({ progress }))
  const opened = requireFile()
  const options = { call, log, onProgress }
  // Tags that were chosen since the last check reject no row that the service would not reject, too.
  if (!target.by_service || !findings) findings = checkContacts(opened, choices).findings
  const createRun = target.by_service ? createServiceRun : createBrowserRun
  return createRun(opened, findings, choices, target, options)
}

/** Removes what was kept once nothing is left to send. */
async function finish(result: ReturnType<ContactRun['send']>) {
  const { state } = await result
  if (state === 'done') await log.remove()
  return result
}

let questions: { key: string; found: ReturnType<typeof findOpenQuestions> } | undefined

/** Reads all rows only where another column than a field was chosen. */
function readQuestions(choices: ImportChoices) {
  // In JSON, undefined would be null, which leaves a column out.
  const roles = choices.targets.map((target) =>
    target?.startsWith('fields.') ? 'field' : target === undefined ? 'header' : target,
  )
  const key = JSON.stringify([roles, choices.time_zone, choices.date_order])
  if (questions?.key !== key) questions = { key, found: findOpenQuestions(requireFile(), choices) }
  return questions.found
}

async function openSource(next: ImportSource, format?: FileFormat) {
  const { name, content } = next
  const bytes = typeof content === 'string' ? content : new Uint8Array(await content.arrayBuffer())
  file = parseContactFile(name, bytes, { ...format, fields })
  findings = undefined
  questions = undefined
  source = next
  return file.opened
}

const api: ImportWorkerApi = {
  open: async (next, list_fields) => {
    fields = list_fields
    return openSource(next)
  },
  reformat: async (format) => {
    if (!source) throw new Error('No file is open.')
    return openSource(source, format)
  },
  preview: async (choices) => ({
    rows: previewContacts(requireFile(), choices),
    ...readQuestions(choices),
  }),
  check: async (choices) => {
    findings = undefined
    const result = checkContacts(requireFile(), choices)
    findings = result.findings
    return result.check
  },
  run: async (id, choices, target) => {
    const { name, encoding, delimiter } = requireFile().opened
    log = openImportLog(id)
    run = startRun(choices, target)
    const { content = '' } = source ?? {}
    await log.save({ name, content, format: { encoding, delimiter }, choices, target })
    return finish(run.send())
  },
  resume: async () => {
    if (!run) throw new Error('No import was started.')
    return finish(run.send())
  },
  restore: async (id) => {
    log = openImportLog(id)
    const loaded = await log.load()
    if (!loaded) throw new FileRefused('')
    const { saved, entries } = loaded
    const opened = await openSource({ name: saved.name, content: saved.content }, saved.format)
    run = startRun(saved.choices, saved.target)
    run.restore(entries)
    return opened
  },
  stop: async () => run?.stop(),
  discard: (id) => openImportLog(id).remove(),
  rejectedRows: async () =>
    new Blob([createRejectedCsv(requireFile(), run?.rejected() ?? [])], {
      type: 'text/csv;charset=utf-8',
    }),
  createdIds: async () => run?.createdIds() ?? [],
}

addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
  if ('response' in data) {
    const waiting = responses.get(data.response)
    responses.delete(data.response)
    if (!data.error) waiting?.resolve(data.output)
    else waiting?.reject(Object.assign(new Error(data.error.message), data.error))
    return
  }
  // The page has the types of the arguments from the same interface.
  const method = api[data.method] as (...args: readonly unknown[]) => Promise<unknown>
  method(...data.args).then(
    (output) => post({ result: data.call, output }),
    (error: unknown) => {
      const message = error instanceof FileRefused ? error.message : undefined
      post({ result: data.call, error: { message } })
    },
  )
})

const PROGRESS_MS = 100

/** Passes on at most ten values a second, and always the last one. */
function throttle<T>(send: (value: T) => void): (value: T) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest: T
  return (value) => {
    latest = value
    timer ??= setTimeout(() => {
      timer = undefined
      send(latest)
    }, PROGRESS_MS)
  }
}
