import { asApiError, createUnreachableError } from '#client/api-error.ts'
import { streamContactCsv } from '#client/importers/contacts/contact-csv.ts'
import type { Contact } from '#client/resources.ts'
import { contactExportText as text } from '#web/messages/en/contact-export.ts'
import { formatFileName } from '#web/session/download-file.ts'
import { getJobs, type JobControl, MAX_BRIEF } from '#web/session/jobs.ts'
import { streamToFile } from '#web/session/jobs/stream-to-file.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatError } from '#web/ui/error-message.ts'
import { localDay } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import type { ContactChoice } from './bulk-contacts.rules.ts'
import { createRecordSplitter } from './contact-export.rules.ts'
import {
  canExport,
  iterateMatching,
  openExport,
  readContacts,
  type RetryControl,
} from './read-contacts.data.ts'

/** Contacts that are read by id before they are written. */
const SLICE = 100
/** Milliseconds between two reports of progress. */
const REPORT_INTERVAL = 250

interface ContactExport {
  readonly choice: ContactChoice
  /** The contacts themselves, where they are on the screen. */
  readonly rows?: readonly Contact[] | undefined
  readonly list_name: string
  readonly raw: boolean
  /** The file that the person chose. */
  readonly handle?: FileSystemFileHandle | undefined
}

export const exportFileName = (list_name: string, isPartial = false): string =>
  formatFileName({ name: list_name, fallback: text.unnamed }, localDay(now()), 'csv', isPartial)

/** Whether an export ends too soon for its progress to be read. */
const isBrief = ({ rows, choice: { ids } }: ContactExport) =>
  (rows ?? ids ?? { length: Infinity }).length <= MAX_BRIEF

/** Saves contacts as a CSV file, as a job. Returns what came of a brief one, which leaves nothing in the tray. */
export function exportContacts(
  session: KeySession,
  request: ContactExport,
  brief = isBrief(request),
): Promise<string | undefined> {
  const { choice, rows, list_name } = request
  const selected = rows ?? choice.ids
  return new Promise((resolve) => {
    const work = async ({ signal, report }: JobControl) => {
      if (selected) report({ total: selected.length })
      else if (choice.total)
        report({ total: choice.total.count, isEstimate: choice.total.isEstimate })
      const reports = createRowReports((done) => report({ done }))
      const { file, count, failure } = await writeFile(session, request, {
        signal,
        onPause: (paused_until) => report({ paused_until }),
        onRows: reports.add,
      }).finally(reports.stop)
      report({ done: count })
      if (failure === undefined && file !== undefined) {
        report({ total: count, isEstimate: false })
        return { label: text.exported(count, file) }
      }
      if (signal.aborted) {
        const remainder = file === undefined ? text.stoppedEmpty : text.stopped(count, file)
        return { label: remainder, remainder }
      }
      // Nobody waits for what comes of the next one, so the tray says it.
      report({ failures: { items: [], retry: () => void exportContacts(session, request, false) } })
      const reason = formatFailure(failure)
      throw new Error(
        file === undefined ? text.failedEmpty(reason) : text.failed(reason, count, file),
      )
    }
    const run = async (control: JobControl) => {
      let label: string | undefined
      try {
        const result = await work(control)
        label = result.label
        return result
      } finally {
        resolve(brief ? label : undefined)
      }
    }
    getJobs(session).start(text.exporting(list_name), run, { isBrief: brief, isQuiet: brief })
  })
}

function formatFailure(failure: unknown): string {
  const error = asApiError(failure)
  return error.code === 'unreachable' ? text.connectionLost : formatError(error)
}

interface ReadControl extends RetryControl {
  /** The number of contacts that were read so far. */
  readonly onRows: (count: number) => void
}

/** Writes what can be read: a failure, or Stop, leaves a file of whole rows that is named partial. */
async function writeFile(session: KeySession, request: ContactExport, control: ReadControl) {
  const records = createRecordSplitter()
  let failure: unknown
  async function* chunks() {
    const isDownload = !request.rows && canExport(session, request.choice)
    try {
      const source = isDownload
        ? downloadChunks(session, request, control)
        : formatChunks(session, request, control, (error) => (failure = error))
      for await (const chunk of source) {
        yield* records.push(chunk)
        if (isDownload) control.onRows(records.rows())
      }
    } catch (error) {
      failure = error
    }
  }
  const { list_name, handle } = request
  const file = await streamToFile(chunks(), {
    type: 'text/csv;charset=utf-8',
    handle,
    end: () => {
      const isPartial = failure !== undefined
      if (isPartial && records.rows() === 0) return undefined
      return { name: exportFileName(list_name, isPartial), isPartial }
    },
  })
  return { file, count: records.rows(), failure }
}

async function* downloadChunks(
  session: KeySession,
  { choice, raw }: ContactExport,
  control: ReadControl,
) {
  const body = await openExport(session, choice, { ...(raw && { raw }) }, control)
  const reader = body.getReader()
  const read = () =>
    reader.read().catch((cause: unknown) => {
      control.signal.throwIfAborted()
      throw createUnreachableError('The export ended before its last row.', cause)
    })
  // Safari cannot iterate a stream.
  for (let part = await read(); !part.done; part = await read()) yield part.value
}

/** Formats the contacts that are read page by page. What was read before a failure is not lost. */
async function* formatChunks(
  session: KeySession,
  { choice, rows, raw }: ContactExport,
  control: ReadControl,
  onFailure: (error: unknown) => void,
) {
  const { ids } = choice
  async function* pages() {
    let count = 0
    const source = rows
      ? [rows]
      : ids
        ? iterateByIds(session, { ...choice, ids }, control)
        : iterateMatching(session, choice, control)
    try {
      for await (const page of source) {
        yield page
        count += page.length
        control.onRows(count)
      }
    } catch (error) {
      onFailure(error)
    }
  }
  const encoder = new TextEncoder()
  for await (const chunk of streamContactCsv(pages(), { raw })) yield encoder.encode(chunk)
}

async function* iterateByIds(
  session: KeySession,
  { ids, ...choice }: ContactChoice & { readonly ids: readonly string[] },
  { signal }: ReadControl,
) {
  for (let start = 0; start < ids.length; start += SLICE)
    yield await readContacts(
      session,
      { ...choice, ids: ids.slice(start, start + SLICE) },
      { signal },
    )
}

/** Calls at most four times a second: a stream reports hundreds of chunks. */
function createRowReports(report: (count: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let reportedAt = 0
  const send = () => {
    timer = undefined
    reportedAt = Date.now()
    report(latest)
  }
  return {
    /** The last one is reported even if none follows: the download may stall. */
    add: (count: number) => {
      latest = count
      timer ??= setTimeout(send, reportedAt + REPORT_INTERVAL - Date.now())
    },
    stop: () => clearTimeout(timer),
  }
}
