import { fittingRef } from '#client/importers/core/external-ref.ts'
import { writtenTime } from '#client/importers/core/parse-date.ts'
import { oneLine } from '#client/importers/core/sanitize.ts'
import { type CsvRecord, namesInCell } from '#client/importers/formats/csv.ts'
import { type FeedbackReading, commentText } from './feedback-builder.ts'
import type { PlannedTag, Writer } from './feedback-plan.ts'

/** Undefined for an empty cell, and for one that is no date, which is noted. Without an offset it is UTC. */
export function timeIn(
  { notebook }: FeedbackReading,
  record: CsvRecord,
  column: string,
): string | undefined {
  const cell = record.cell(column)
  const time = cell === '' ? undefined : writtenTime(cell, 'UTC')
  if (cell !== '' && !time) notebook.warn(`${column}: not a date and time, left out`, record.path)
  return time?.instant
}

/** A whole number from 0; anything else counts as none and is noted. */
export function countIn({ notebook }: FeedbackReading, record: CsvRecord, column: string): number {
  const cell = record.cell(column)
  if (/^\d{1,9}$/.test(cell)) return Number(cell)
  if (cell !== '') notebook.warn(`${column}: not a number, taken as 0`, record.path)
  return 0
}

/** Tags in one cell. One that holds a comma, and is not in quotes, cannot be told from two. */
export function tagsIn(
  { notebook }: FeedbackReading,
  record: CsvRecord,
  column: string,
): PlannedTag[] {
  const names = namesInCell(record.cell(column))
    .map((name) => oneLine(name).text)
    .filter((name) => name !== '')
  if (names.length > 1) {
    const what = `${column}: split at its commas; a tag that has one itself came out as two`
    notebook.warn(what, record.path)
  }
  return names.map((name) => ({ name, color: undefined }))
}

interface Person {
  readonly email: string
  readonly name: string
}

/** A user of the portal by address, else by name, else somebody unknown. */
export function userIn(reading: FeedbackReading, source: string, { email, name }: Person): string {
  const named = { name: oneLine(name).text || undefined, bot: false }
  if (email !== '') return reading.user({ ref: `mail:${email.toLowerCase()}`, email, ...named })
  const external_id = named.name === undefined ? `${source}:unknown` : `${source}:${named.name}`
  if (named.name === undefined)
    reading.notebook.warn('no author named, imported as "Unknown"', source)
  return reading.user({ ref: external_id, external_id, ...named, name: named.name ?? 'Unknown' })
}

/** Somebody of the team; the team itself when nobody is named. */
export function staffIn(reading: FeedbackReading, source: string, person: Person): Writer {
  const name = oneLine(person.name || person.email).text
  if (name === '') return 'team'
  const key = (person.email || name).toLowerCase()
  return { member_ref: reading.member({ external_ref: `${source}:${key}`, name }) }
}

/** What other products call the statuses that every workspace begins with. */
const known: Readonly<Record<string, string>> = {
  active: 'open',
  reopened: 'open',
  started: 'in_progress',
  completed: 'complete',
  shipped: 'complete',
  done: 'complete',
  declined: 'closed',
  duplicate: 'closed',
  not_planned: 'closed',
}

/** The key of a status for what a file calls it; undefined when it says nothing. */
export function statusKey(word: string): string | undefined {
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (key === '') return undefined
  return Object.hasOwn(known, key) ? known[key] : key
}

/** Of an issue that is open or closed, with the reason. Closed without one is done. */
export function issueStatus(state: unknown, reason: unknown): string {
  if (String(state).toLowerCase() !== 'closed') return 'open'
  return statusKey(typeof reason === 'string' ? reason : 'completed') ?? 'complete'
}

interface Response {
  readonly source: string
  readonly post_ref: string
  /** Names of the columns; an empty one is not there. */
  readonly columns: Readonly<Record<'text' | 'name' | 'email' | 'time', string>>
}

/** What the team answered, which other products keep with the post: a comment of the team. */
export function readResponse(
  reading: FeedbackReading,
  record: CsvRecord,
  { source, post_ref, columns }: Response,
): void {
  const { path } = record
  const text = record.cell(columns.text)
  const body = text === '' ? undefined : commentText(reading, { path, id: post_ref }, text)
  if (body === undefined) return
  const person = { email: record.cell(columns.email), name: record.cell(columns.name) }
  const moment = timeIn(reading, record, columns.time)
  reading.comments.push({
    external_ref: fittingRef(`${post_ref}/response`),
    post_ref,
    path,
    body,
    internal: false,
    author: staffIn(reading, source, person),
    created_at: moment,
    updated_at: moment,
  })
}
