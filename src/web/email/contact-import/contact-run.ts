import { type ContactResult, outcomesByRow } from '#client/importers/contacts/contact-diff.ts'
import type { ContactsPlan, PlannedContact } from '#client/importers/contacts/contact-plan.ts'
import { applyContacts } from '#client/importers/contacts/contacts-importer.ts'
import type { EndpointName, Input, ResponseBody } from '#contract/endpoints.ts'
import { listRejectedRows } from './contact-file.ts'
import type { ImportLog, LogEntry } from './import-log.ts'
import type { FileRow, RunCounts, RunProgress, RunResult, RunTarget } from './worker-api.ts'

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
  plan: ContactsPlan,
  target: RunTarget,
  options: RunOptions,
): ContactRun {
  const { call, log, onProgress } = options
  const { contacts, findings } = plan
  const positions = new Map(contacts.map((contact, position) => [contact, position]))
  const results = new Map<PlannedContact, ContactResult>()
  const sent = new Set<PlannedContact>()
  let stop = new AbortController()
  const countSettled = () => [...results.keys()].reduce((sum, { rows }) => sum + rows.length, 0)

  const positionOf = (contact: PlannedContact) => positions.get(contact) ?? -1
  let progress = { done: 0, failed: 0 }
  const report = () => onProgress({ ...progress, total: findings.read.contacts })

  const onResults = (next: readonly ContactResult[]) => {
    const entry: Required<{ [Key in 'created' | 'updated' | 'rejected']: [number, string][] }> = {
      created: [],
      updated: [],
      rejected: [],
    }
    for (const result of next) {
      results.set(result.contact, result)
      progress['error' in result ? 'failed' : 'done'] += result.contact.rows.length
      const position = positionOf(result.contact)
      if ('error' in result) entry.rejected.push([position, result.error])
      else if (result.outcome !== 'unchanged') entry[result.outcome].push([position, result.id])
    }
    if (Object.values(entry).some((list) => list.length > 0)) void log.append(entry)
    report()
    if (target.stops_at_error && entry.rejected.length > 0) stop.abort()
  }

  async function send(): Promise<RunResult> {
    stop = new AbortController()
    const { signal } = stop
    const previous = [...results.values()].filter(
      (result) => !('error' in result) && result.outcome !== 'unchanged',
    )
    results.clear()
    for (const result of previous) results.set(result.contact, result)
    progress = { done: countSettled(), failed: findings.rejected.length }
    report()
    let problem: string | undefined
    let notes = findings.notes
    try {
      const { list_id, import_mode } = target
      const applied = await applyContacts(
        call,
        plan,
        { list_id, resubscribe: false },
        {
          import_mode,
          signal,
          previous,
          sent,
          onResults,
          onSend: (diffs) => {
            const fresh = diffs.filter(({ existing }) => existing === undefined)
            for (const { contact } of fresh) sent.add(contact)
            return log.append({ sent: fresh.map(({ contact }) => positionOf(contact)) })
          },
        },
      )
      notes = [...notes, ...(applied.notes ?? [])]
    } catch (error) {
      problem = signal.aborted ? undefined : error instanceof Error ? error.message : String(error)
    }
    const counts = countRows(plan, results)
    const rejected = listRejectedRows(plan, results.values())
    return {
      counts,
      state: problem !== undefined ? 'failed' : counts.unsent > 0 ? 'stopped' : 'done',
      problem,
      rejected: rejected.slice(0, MAX_LISTED),
      unnamed: 0,
      notes,
      not_mapped: findings.not_mapped,
    }
  }

  return {
    send,
    stop: () => stop.abort(),
    restore: (entries) => {
      for (const { created = [], updated = [], sent: positionsSent = [] } of entries) {
        for (const [position, id] of created) restoreResult(position, 'created', id)
        for (const [position, id] of updated) restoreResult(position, 'updated', id)
        for (const position of positionsSent) {
          const contact = contacts[position]
          if (contact) sent.add(contact)
        }
      }
    },
    rejected: () => listRejectedRows(plan, results.values()),
    createdIds: async () =>
      [...results.values()].flatMap((result) =>
        'id' in result && result.outcome === 'created' ? [result.id] : [],
      ),
  }

  function restoreResult(position: number, outcome: 'created' | 'updated', id: string) {
    const contact = contacts[position]
    if (contact) results.set(contact, { contact, outcome, id })
  }
}

/** As the report of the command line counts: every row of the file has one outcome. */
function countRows(
  { findings }: ContactsPlan,
  results: ReadonlyMap<PlannedContact, ContactResult>,
): RunCounts {
  const counts = { created: 0, updated: 0, unchanged: 0, rejected: findings.rejected.length }
  for (const result of results.values()) {
    if ('error' in result) counts.rejected += result.contact.rows.length
    else for (const outcome of outcomesByRow(result.contact, result.outcome)) counts[outcome] += 1
  }
  const settled = counts.created + counts.updated + counts.unchanged + counts.rejected
  const rows = findings.read.contacts
  return { rows, ...counts, unsent: rows - settled }
}
