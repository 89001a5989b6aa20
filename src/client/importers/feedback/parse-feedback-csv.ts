import { groupBy } from '#client/importers/core/diff.ts'
import { createExternalRef, createCommentRefs } from '#client/importers/core/external-ref.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { SourceFile } from '#client/importers/core/importer.ts'
import {
  unmappedColumns,
  toCsvRecords,
  type CsvRecord,
  type CsvTable,
  findDateOrders,
  parseCsvTable,
} from '#client/importers/formats/csv.ts'
import {
  type FeedbackBuilder,
  createFeedbackBuilder,
  parsePostTexts,
  parseCommentText,
} from './feedback-builder.ts'
import {
  parseCountCell,
  parseTagsCell,
  parseTimeCell,
  addUserFromRow,
  addResponseComment,
  normalizeStatus,
  resolveTeamAuthor,
} from './feedback-cells.ts'
import type { FeedbackOptions, FeedbackPlan } from './feedback-plan.ts'

type PlainKind = Exclude<TableKind, 'fider'>

const commonColumns = 'id post_id body author_email author_name created_at'
const mappedColumns: Readonly<Record<PlainKind, string>> = {
  posts:
    'id title body author_email author_name status tags vote_count created_at updated_at response response_at response_by',
  comments: `${commonColumns} is_staff`,
  notes: `${commonColumns} is_staff`,
  votes: 'post_id voter_email voter_name created_at',
}

/** Tables of posts, comments, notes and votes, which name each other's posts by id: together one import. */
export function planTables(
  tables: readonly FeedbackTable[],
  options: FeedbackOptions,
): FeedbackPlan {
  const source = options.source ?? 'csv'
  const builder = createFeedbackBuilder(options)
  const rows = (kind: PlainKind) =>
    tables
      .filter((one) => one.kind === kind)
      .flatMap(({ table, name, date_orders }) => toCsvRecords(table, name, date_orders))
      .filter((record) => {
        if (!record.hasExtra) return true
        rejectExtraCells(builder, kind, record.path)
        return false
      })
  const votes = rows('votes')
  addPosts(builder, source, rows('posts'), votes)
  addComments(builder, source, rows('comments'), 'comment')
  addComments(builder, source, rows('notes'), 'note')
  addVotes(builder, source, votes)

  const first = tables.find(({ kind }) => kind === 'posts')
  const name = options.source ?? first?.name.replace(/\.\w+$/, '') ?? source
  const board = { external_ref: refOf(source, 'board'), name }
  const not_mapped = tables.flatMap(({ kind, name: file_name, table }) =>
    unmappedColumns(
      table,
      file_name,
      new Set((kind === 'fider' ? '' : mappedColumns[kind]).split(' ')),
    ),
  )
  return builder.toPlan('csv', board, { not_mapped, empty: [] })
}

function rejectExtraCells({ findings }: FeedbackBuilder, kind: PlainKind, path: string): void {
  const reason = 'more cells than columns'
  findings.reject({ kind: kind === 'notes' ? 'comments' : kind, path, id: null, reason })
}

const refOf = (source: string, id: string) => createExternalRef(`${source}:${id}`)

/** A count of votes stands for those whose voters the file of votes does not name. */
function addPosts(
  builder: FeedbackBuilder,
  source: string,
  records: readonly CsvRecord[],
  votes: readonly CsvRecord[],
): void {
  const votesByPost = groupBy(votes, (vote) => vote.cell('post_id'))
  const seen = new Set<string>()
  for (const record of records) {
    const id = record.cell('id')
    const location = { path: record.path, id: id || null }
    const reason = id === '' ? 'missing id' : seen.has(id) && 'duplicate id: the first one is used'
    if (reason !== false) {
      builder.findings.reject({ kind: 'posts', ...location, reason })
      continue
    }
    seen.add(id)
    const texts = { fieldPath: 'posts', title: record.cell('title'), details: record.cell('body') }
    const postTexts = parsePostTexts(builder, location, texts)
    if (!postTexts) continue
    const external_ref = refOf(source, id)
    const author = { email: record.cell('author_email'), name: record.cell('author_name') }
    const voters = new Set(
      votesByPost.get(id)?.map((vote) => vote.cell('voter_email').toLowerCase()),
    )
    builder.posts.push({
      external_ref,
      path: record.path,
      ...postTexts,
      status: normalizeStatus(record.cell('status')),
      tags: builder.tags(parseTagsCell(builder, record, 'tags'), id),
      user_ref: addUserFromRow(builder, source, author),
      imported_votes: Math.max(0, parseCountCell(builder, record, 'vote_count') - voters.size),
      created_at: parseTimeCell(builder, record, 'created_at'),
      updated_at: parseTimeCell(builder, record, 'updated_at'),
    })
    const columns = { text: 'response', email: 'response_by', name: '', time: 'response_at' }
    addResponseComment(builder, record, { source, post_ref: external_ref, columns })
  }
}

/** Comments of users or the team, or notes that only the team sees. */
function addComments(
  builder: FeedbackBuilder,
  source: string,
  records: readonly CsvRecord[],
  kind: 'comment' | 'note',
): void {
  const createRef = createCommentRefs()
  for (const record of records) {
    const { path } = record
    const post_id = record.cell('post_id')
    if (post_id === '') {
      builder.findings.reject({ kind: 'comments', path, id: null, reason: 'missing post_id' })
      continue
    }
    const body = parseCommentText(builder, { path, id: post_id }, record.cell('body'))
    if (body === undefined) continue
    const post_ref = refOf(source, post_id)
    const created_at = parseTimeCell(builder, record, 'created_at')
    const person = { email: record.cell('author_email'), name: record.cell('author_name') }
    const isStaff = isYes(builder, record, 'is_staff') || kind === 'note'
    const name = record.cell('id') || created_at
    builder.comments.push({
      external_ref: createRef(post_ref, name === undefined ? kind : `${kind}/${name}`),
      post_ref,
      path,
      body,
      internal: kind === 'note',
      author: isStaff
        ? resolveTeamAuthor(builder, source, person)
        : { user_ref: addUserFromRow(builder, source, person) },
      created_at,
      updated_at: created_at,
    })
  }
}

function isYes({ findings }: FeedbackBuilder, record: CsvRecord, column: string): boolean {
  const cell = record.cell(column)
  if (!/^(?:true|yes|1|false|no|0|)$/i.test(cell))
    findings.warn('not_a_flag', { path: column }, record.path)
  return /^(?:true|yes|1)$/i.test(cell)
}

function addVotes(builder: FeedbackBuilder, source: string, records: readonly CsvRecord[]): void {
  for (const record of records) {
    const { path } = record
    const [post_id, email] = [record.cell('post_id'), record.cell('voter_email')]
    if (post_id === '' || email === '') {
      const reason = post_id === '' ? 'missing post_id' : 'missing voter_email'
      builder.findings.reject({ kind: 'votes', path, id: post_id || null, reason })
      continue
    }
    builder.votes.push({
      path,
      post_ref: refOf(source, post_id),
      user_ref: addUserFromRow(builder, source, { email, name: record.cell('voter_name') }),
      created_at: parseTimeCell(builder, record, 'created_at'),
    })
  }
}

type TableKind = 'fider' | 'posts' | 'comments' | 'notes' | 'votes'

/** A CSV file whose columns say what it holds. */
export interface FeedbackTable {
  readonly kind: TableKind
  readonly name: string
  readonly table: CsvTable
  readonly date_orders: CsvRecord['date_orders']
}

const timeColumns = ['created_at', 'updated_at', 'response_at', 'responded_at']

export function parseFeedbackTable(
  { text, name }: SourceFile,
  { date_order }: Pick<FeedbackOptions, 'date_order'> = {},
): FeedbackTable {
  const table = parseCsvTable(text)
  const date_orders = findDateOrders(table, timeColumns, date_order)
  const columns = new Set(table.headers.map((header) => header.toLowerCase()))
  return { kind: detectKind(columns, name), name, table, date_orders }
}

function detectKind(columns: ReadonlySet<string>, file_name: string): TableKind {
  const has = (...names: string[]) => names.every((name) => columns.has(name))
  if (has('number', 'title', 'description', 'status')) return 'fider'
  if (has('post_id', 'voter_email')) return 'votes'
  if (has('post_id', 'body')) return distinguishNotes(columns, file_name)
  if (has('id', 'title')) return 'posts'
  throw new FileRefused(
    `Unknown columns: ${[...columns].slice(0, 6).join(', ')}. ` +
      'Posts require id and title, comments and notes post_id and body, votes post_id and voter_email.',
  )
}

/** Notes look like comments, and must never be shown to everybody by mistake. */
function distinguishNotes(columns: ReadonlySet<string>, file_name: string): TableKind {
  if (/note|internal/i.test(file_name)) return 'notes'
  if (columns.has('is_staff') || /comment/i.test(file_name)) return 'comments'
  throw new FileRefused(
    'Comments or internal notes? Include "comments" or "notes" in the file name, or add a column is_staff to comments.',
  )
}
