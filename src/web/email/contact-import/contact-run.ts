import { firstRow, type WrittenContact } from '#client/importers/contacts/contact-diff.ts'
import type { ContactFindings } from '#client/importers/contacts/contact-plan.ts'
import { importContacts } from '#client/importers/contacts/contacts-importer.ts'
import type { EndpointName, Input, ResponseBody } from '#contract/endpoints.ts'
import { type ContactFile, listRejectedRows, openParts } from './contact-file.ts'
import type { ImportLog, LogEntry } from './import-log.ts'
import type { FileRow, ImportChoices, RunProgress, RunResult, RunTarget } from './worker-api.ts'

/** Sends a request of a run; the same key makes a repeated one harmless. */
export type RunCall = <N extends EndpointName>(
  name: N,
  input: Input<N>,
  idempotency_key?: string,
) => Promise<ResponseBody<N>>

export interface RunOptions {
  readonly call: RunCall
  readonly log: Pick<ImportLog, 'append'>
  readonly onProgress: (progress: RunProgress) => void
}

/** One import of a file: it can be stopped, or fail, and then sends the rest. */
export interface ContactRun {
  readonly send: () => Promise<RunResult>
  readonly stop: () => void
  /** Takes over what an earlier visit of the page did. */
  readonly restore: (entries: readonly LogEntry[]) => void
  readonly rejected: () => FileRow[]
  /** The ids of contacts that were not there before. */
  readonly createdIds: () => Promise<readonly string[]>
}

/** More rows that were not saved are in the file of them. */
export const MAX_LISTED = 100

/** An import by the browser: contact by contact, or in batches. */
export function createBrowserRun(
  file: ContactFile,
  findings: ContactFindings,
  choices: ImportChoices,
  target: RunTarget,
  options: RunOptions,
): ContactRun {
  const { call, log, onProgress } = options
  // By the first row of a contact.
  const written = new Map<number, WrittenContact>()
  const sent = new Set<number>()
  /** By the first row of a contact. */
  const failed = new Map<number, FileRow[]>()
  let stop = new AbortController()
  let isResumed = false
  const failedRows = () => [...failed.values()].flat()
  const rejected = () => listRejectedRows(findings, failedRows())

  async function send(): Promise<RunResult> {
    // A stop before the first request counts.
    if (isResumed) stop = new AbortController()
    isResumed = true
    const previous = new Map(written)
    let settled = 0
    // Those of earlier tries are sent again, and stay rejected until they have a new response.
    let failedAgain = 0
    const report = () =>
      onProgress({
        done: settled - failedAgain,
        failed: findings.rejected.length + failedRows().length,
        total: findings.read.contacts,
      })
    report()
    const { list_id, import_mode, stops_at_error } = target
    const parts = openParts(file, choices)
    const result = await importContacts(
      call,
      list_id,
      { parts, findings },
      {
        ...{ import_mode, stops_at_error, signal: stop.signal, previous, sent },
        onProgress: ({ done }) => {
          settled = done
          report()
        },
        onSend: (diffs) => {
          const rows = diffs.flatMap(({ contact, existing }) =>
            existing ? [] : [firstRow(contact)],
          )
          for (const row of rows) sent.add(row)
          return log.append({ sending: rows })
        },
        onResults: (results) => {
          const accepted: [row: number, contact: WrittenContact][] = []
          const refused: number[] = []
          for (const one of results) {
            const { contact } = one
            const { rows, email_address } = contact
            const row = firstRow(contact)
            // With a response, it is known whether this import added the contact.
            sent.delete(row)
            failed.delete(row)
            if ('error' in one) {
              failedAgain += rows.length
              failed.set(
                row,
                rows.map((at) => ({ row: at, email_address, detail: one.error })),
              )
              refused.push(row)
            } else if (one.outcome !== 'unchanged') {
              const { outcome, id, note } = one
              accepted.push([row, { outcome, id, row_count: rows.length, note }])
            }
          }
          for (const [row, contact] of accepted) written.set(row, contact)
          if (accepted.length + refused.length > 0) void log.append({ accepted, rejected: refused })
          report()
        },
      },
    )
    const { error } = result
    const problem =
      error === undefined ? undefined : error instanceof Error ? error.message : String(error)
    const { created, updated, unchanged } = result.counts.contacts
    const list = rejected()
    const rows = findings.read.contacts
    const unsent = rows - created - updated - unchanged - list.length
    return {
      counts: { rows, created, updated, unchanged, rejected: list.length, unsent },
      state: problem !== undefined ? 'failed' : unsent > 0 ? 'stopped' : 'done',
      problem,
      rejected: list.slice(0, MAX_LISTED),
      unnamed: 0,
      notes: [...findings.notes, ...(result.notes ?? [])],
      not_mapped: findings.not_mapped,
    }
  }

  return {
    send,
    stop: () => stop.abort(),
    restore: (entries) => {
      for (const entry of entries) {
        for (const row of entry.sending ?? []) sent.add(row)
        for (const [row, contact] of entry.accepted ?? []) {
          written.set(row, contact)
          sent.delete(row)
        }
        for (const row of entry.rejected ?? []) sent.delete(row)
      }
    },
    rejected,
    createdIds: async () =>
      [...written.values()].flatMap(({ outcome, id }) => (outcome === 'created' ? [id] : [])),
  }
}
