import { createExternalRef } from '#client/importers/core/external-ref.ts'
import { parseDate } from '#client/importers/core/parse-date.ts'
import { sanitizeLine } from '#client/importers/core/sanitize.ts'
import type { CsvRecord } from '#client/importers/formats/csv.ts'
import { parseNameList } from '#client/importers/formats/name-list.ts'
import { type FeedbackBuilder, parseCommentText } from './feedback-builder.ts'
import type { PlannedTag, CommentAuthor } from './feedback-plan.ts'

/** Undefined for an empty cell, and for one that is no date, which is noted. Without an offset it is UTC, which is noted too. */
export function parseTimeCell(
  { findings }: FeedbackBuilder,
  record: CsvRecord,
  column: string,
): string | undefined {
  const cell = record.cell(column)
  const date_order = record.date_orders.get(column)
  const time_zone = 'UTC'
  const time = cell === '' ? undefined : parseDate(cell, { time_zone, date_order })
  if (cell !== '' && !time) findings.warn('not_a_post_time', { path: column }, record.path)
  if (time && !time.zoned) findings.warn('no_time_zone', { path: column, time_zone }, record.path)
  return time?.instant
}

/** A whole number from 0; anything else counts as none and is noted. */
export function parseCountCell(
  { findings }: FeedbackBuilder,
  record: CsvRecord,
  column: string,
): number {
  const cell = record.cell(column)
  if (/^\d{1,9}$/.test(cell)) return Number(cell)
  if (cell !== '') findings.warn('not_a_count', { path: column }, record.path)
  return 0
}

/** Tags in one cell. One that holds a separator, and is not in quotes, cannot be told from two. */
export function parseTagsCell(
  { findings }: FeedbackBuilder,
  record: CsvRecord,
  column: string,
): PlannedTag[] {
  const names = parseNameList(record.cell(column))
    .map((name) => sanitizeLine(name).text)
    .filter((name) => name !== '')
  if (names.length > 1) findings.warn('tags_split', { path: column }, record.path)
  return names.map((name) => ({ name }))
}

interface Person {
  readonly email: string
  readonly name: string
}

/** A user of the portal by address, else by name, else somebody unknown. */
export function addUserFromRow(
  builder: FeedbackBuilder,
  source: string,
  { email, name }: Person,
): string {
  const fields = { name: sanitizeLine(name).text || undefined, bot: false }
  if (email !== '') return builder.addUser({ ref: `mail:${email.toLowerCase()}`, email, ...fields })
  const external_id = fields.name === undefined ? `${source}:unknown` : `${source}:${fields.name}`
  if (fields.name === undefined) builder.findings.warn('no_author', {}, source)
  return builder.addUser({
    ref: external_id,
    external_id,
    ...fields,
    name: fields.name ?? 'Unknown',
  })
}

/** Somebody of the team; the team itself when nobody is named. */
export function resolveTeamAuthor(
  builder: FeedbackBuilder,
  source: string,
  person: Person,
): CommentAuthor {
  const name = sanitizeLine(person.name || person.email).text
  if (name === '') return 'team'
  const key = (person.email || name).toLowerCase()
  return { member_ref: builder.addMember({ external_ref: `${source}:${key}`, name }) }
}

/** What other products call the statuses that every workspace begins with. */
const statusAliases: Readonly<Record<string, string>> = {
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
export function normalizeStatus(word: string): string | undefined {
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (key === '') return undefined
  return Object.hasOwn(statusAliases, key) ? statusAliases[key] : key
}

/** Of an issue that is open or closed, with the reason. Closed without one is done. */
export function parseIssueStatus(state: unknown, reason: unknown): string {
  if (String(state).toLowerCase() !== 'closed') return 'open'
  const status = normalizeStatus(typeof reason === 'string' ? reason : 'completed')
  // The reason is of an earlier time: the issue is closed.
  return status === undefined || status === 'open' ? 'complete' : status
}

interface ResponseColumns {
  readonly source: string
  readonly post_ref: string
  /** Names of the columns; an empty one is not there. */
  readonly columns: Readonly<Record<'text' | 'name' | 'email' | 'time', string>>
}

/** What the team answered, which other products keep with the post: a comment of the team. */
export function addResponseComment(
  builder: FeedbackBuilder,
  record: CsvRecord,
  { source, post_ref, columns }: ResponseColumns,
): void {
  const { path } = record
  const text = record.cell(columns.text)
  if (text === '')
    for (const column of [columns.name, columns.email, columns.time])
      if (column !== '' && record.cell(column) !== '')
        builder.findings.warn('belongs_to_nothing', { path: column }, path)
  const body = text === '' ? undefined : parseCommentText(builder, { path, id: post_ref }, text)
  if (body === undefined) return
  const person = { email: record.cell(columns.email), name: record.cell(columns.name) }
  const time = parseTimeCell(builder, record, columns.time)
  builder.comments.push({
    external_ref: createExternalRef(`${post_ref}/response`),
    post_ref,
    path,
    body,
    internal: false,
    author: resolveTeamAuthor(builder, source, person),
    created_at: time,
    updated_at: time,
  })
}
