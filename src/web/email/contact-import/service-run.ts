import { createCsv, escapeFormula } from '#client/csv-text.ts'
import { isListNoteCode } from '#client/importers/contacts/contact-diff.ts'
import type { ContactFindings } from '#client/importers/contacts/contact-plan.ts'
import { fetchAll } from '#client/importers/core/import-call.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import { rejectionReason } from '#client/importers/core/import-outcomes.ts'
import { createNoteTally, type ImportWarning } from '#client/importers/core/import-plan.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { randomId } from '#web/session/random-id.ts'
import { type ContactFile, listRejectedRows, parseRow } from './contact-file.ts'
import { type ContactRun, MAX_LISTED, type RunOptions } from './contact-run.ts'
import type { ServicePart } from './import-log.ts'
import type { FileRow, ImportChoices, RunCounts, RunTarget } from './worker-api.ts'

type Job = ResponseBody<'GET /lists/:list_id/imports/:import_id'>

/** A request of this many characters is below the limit of the service, on time on a slow line, and no long task. */
const MAX_CHARACTERS = 750_000
const [FIRST_POLL_MS, LAST_POLL_MS] = [150, 500]

/** One import by the service: sends the rows as jobs, one after the other, and watches them. */
export function createServiceRun(
  { table, opened }: ContactFile,
  findings: ContactFindings,
  choices: ImportChoices,
  { list_id }: RunTarget,
  { call, log, onProgress }: RunOptions,
): ContactRun {
  // The rest is in `findings`, so the hundred errors of a job are all of rows that only the service rejects.
  const unreadable = new Set(findings.rejected.map(({ path }) => parseRow(path)))
  const rows = table.rows.filter(({ row }) => !unreadable.has(row))
  const parts: ServicePart[] = []
  let isStopping = false
  let isResumed = false
  let wake = () => {}

  const endOf = (first: number) => {
    let end = first
    let size = 0
    do {
      size += rows[end]?.cells.reduce((sum, cell) => sum + cell.length + 1, 0) ?? 0
      end += 1
    } while (end < rows.length && size < MAX_CHARACTERS)
    return end
  }

  /** The part to send or to watch: a job that ended early leaves its last rows to the next one. */
  function nextPart(): ServicePart | undefined {
    const last = parts.at(-1)
    if (last && (last.job?.finished_at ?? null) === null) return last
    const first = last?.job ? last.first + countSettled(last.job) : 0
    if (first >= rows.length) return undefined
    const part = { key: randomId(), first, end: endOf(first) }
    parts.push(part)
    return part
  }

  async function start(part: ServicePart): Promise<string> {
    if (part.id !== undefined) return part.id
    const { key, first, end } = part
    await log.append({ part })
    const cells = rows.slice(first, end).map((row) => row.cells)
    const input = {
      list_id,
      // The service reads the names as the page did, which took away what protects a formula; cells have it still.
      csv: createCsv(table.headers.map(escapeFormula), cells, { raw: true }),
      file_name: opened.name.slice(0, 200),
      delimiter: ',' as const,
      mapping: table.headers.flatMap((column, at) => {
        const target = choices.targets[at]
        return target === undefined ? [] : [{ column, target }]
      }),
      tags: [...choices.tags],
      ...(choices.tag_separator === ',' ? {} : { tag_separator: choices.tag_separator }),
      time_zone: choices.time_zone,
      ...(choices.date_order === undefined ? {} : { date_order: choices.date_order }),
      status_words: Object.entries(choices.status_words ?? {}).flatMap(([word, status]) =>
        status === undefined ? [] : [{ word, status }],
      ),
      ...(choices.unknown_consent === undefined
        ? {}
        : { unknown_consent: choices.unknown_consent }),
      ...(choices.status === undefined ? {} : { status: choices.status }),
    }
    try {
      part.job = await call('POST /lists/:list_id/imports', input, key)
    } catch (error) {
      // A rejection is stored under the key: the next attempt needs another one.
      if (rejectionReason(error) !== undefined) parts.pop()
      throw error
    }
    part.id = part.job.id
    await log.append({ part })
    return part.id
  }

  /** Resolves when the job has ended. */
  async function watch(part: ServicePart, import_id: string): Promise<Job> {
    for (let delay = FIRST_POLL_MS; ; delay = Math.min(delay * 2, LAST_POLL_MS)) {
      if (isStopping) await stopJob(import_id)
      const job = await call('GET /lists/:list_id/imports/:import_id', { list_id, import_id })
      part.job = job
      report()
      if (job.finished_at !== null) return job
      await new Promise<void>((resolve) => {
        wake = resolve
        if (isStopping) resolve()
        else setTimeout(resolve, delay)
      })
    }
  }

  async function stopJob(import_id: string) {
    try {
      await call('DELETE /lists/:list_id/imports/:import_id', { list_id, import_id })
    } catch (error) {
      // It has ended meanwhile.
      if (rejectionReason(error) === undefined) throw error
    }
  }

  function countRows(): RunCounts {
    const counts = { created: 0, updated: 0, unchanged: 0, rejected: findings.rejected.length }
    for (const { job } of parts) {
      counts.created += job?.counts.created ?? 0
      counts.updated += job?.counts.updated ?? 0
      counts.unchanged += job?.counts.skipped ?? 0
      counts.rejected += job?.counts.failed ?? 0
    }
    const settled = counts.created + counts.updated + counts.unchanged + counts.rejected
    return { rows: findings.read.contacts, ...counts, unsent: findings.read.contacts - settled }
  }

  const report = () => {
    const { rows: total, unsent, rejected: failed } = countRows()
    const last = parts.at(-1)
    const isSent = last?.id !== undefined && last.end === rows.length
    onProgress({ done: total - unsent - failed, failed, total, isSent })
  }

  /** The row of the file; row 1 of what was sent has the headers. */
  const rowOf = (first: number, row: number | null) =>
    row === null ? undefined : rows[first + row - 2]?.row

  /** Those of the whole file from its check, and what only the service could compare. */
  const listNotes = () => {
    const notes = createNoteTally<ContactNoteCode>()
    for (const note of findings.notes) notes.add(note)
    for (const { first, job } of parts)
      // A service of another version may have none.
      for (const { code, params, count, example, row } of job?.notes ?? [])
        if (isListNoteCode(code)) {
          const place = { example, row: rowOf(first, row) }
          // The service has the notes of the importers.
          notes.add({ code, params, count, ...place } as ImportWarning<typeof code>)
        }
    return notes.list()
  }

  const rejected = (): FileRow[] => {
    const failed = parts.flatMap(({ first, job }) =>
      (job?.errors ?? []).map(({ row, email_address, message }) => ({
        row: rowOf(first, row) ?? 0,
        email_address: email_address ?? '',
        detail: message,
      })),
    )
    return listRejectedRows(findings, failed)
  }

  return {
    send: async () => {
      // A stop before the first request counts.
      if (isResumed) isStopping = false
      isResumed = true
      let problem: string | undefined
      let isFileRefused = false
      report()
      try {
        for (let part = nextPart(); part && !isStopping; part = nextPart()) {
          const { status } = await watch(part, await start(part))
          await log.append({ part })
          if (status !== 'failed') continue
          problem = text.jobFailed
          break
        }
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error)
        isFileRefused =
          error instanceof Error && 'isFileRefused' in error && error.isFileRefused === true
      }
      const counts = countRows()
      const state = problem !== undefined ? 'failed' : counts.unsent > 0 ? 'stopped' : 'done'
      const named = rejected()
      return {
        counts,
        state,
        problem,
        isFileRefused,
        rejected: named.slice(0, MAX_LISTED),
        unnamed: counts.rejected - named.length,
        notes: listNotes(),
        not_mapped: findings.not_mapped,
      }
    },
    stop: () => {
      isStopping = true
      wake()
    },
    restore: (entries) => {
      const saved = entries.flatMap(({ part }) => (part ? [[part.key, part] as const] : []))
      parts.push(...new Map(saved).values())
    },
    rejected,
    createdIds: async () => {
      const ids: string[] = []
      for (const { id: import_id } of parts) {
        if (import_id === undefined) continue
        const added = await fetchAll(call, 'GET /lists/:list_id/contacts', { list_id, import_id })
        ids.push(...added.map(({ id }) => id))
      }
      return ids
    },
  }
}

const countSettled = ({ counts: { created, updated, skipped, failed } }: Job) =>
  created + updated + skipped + failed
