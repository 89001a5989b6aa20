import { grouped } from '#client/importers/core/diff.ts'
import { fittingRef, openCommentRefs } from '#client/importers/core/external-ref.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import { type SourceFile, naming } from '#client/importers/core/importer.ts'
import {
  columnsLeft,
  csvRecords,
  type CsvRecord,
  type CsvTable,
  readCsvTable,
} from '#client/importers/formats/csv.ts'
import {
  type FeedbackReading,
  createFeedbackBuilder,
  postTexts,
  commentText,
} from './feedback-builder.ts'
import {
  countIn,
  tagsIn,
  timeIn,
  userIn,
  readResponse,
  statusKey,
  staffIn,
} from './feedback-cells.ts'
import type { FeedbackOptions, FeedbackPlan, PlannedFeedbackBoard } from './feedback-plan.ts'

type PlainKind = Exclude<TableKind, 'fider'>

const said = 'id post_id body author_email author_name created_at'
const read: Readonly<Record<PlainKind, string>> = {
  posts:
    'id title body author_email author_name status tags vote_count created_at updated_at response response_at response_by',
  comments: `${said} is_staff`,
  notes: `${said} is_staff`,
  votes: 'post_id voter_email voter_name created_at',
}

/** Tables of posts, comments, notes and votes, which name each other's posts by id: together one import. */
export function planTables(
  tables: readonly FeedbackTable[],
  options: FeedbackOptions,
): FeedbackPlan {
  const source = options.source ?? 'csv'
  const reading = createFeedbackBuilder()
  const rows = (kind: PlainKind) =>
    tables
      .filter((one) => one.kind === kind)
      .flatMap(({ table, name }) => csvRecords(table, name))
      .filter((record) => {
        if (!record.hasExtra) return true
        rejectLong(reading, kind, record.path)
        return false
      })
  const votes = rows('votes')
  readPostRows(reading, source, rows('posts'), votes)
  readCommentRows(reading, source, rows('comments'), 'comment')
  readCommentRows(reading, source, rows('notes'), 'note')
  readVoteRows(reading, source, votes)

  const first = tables.find(({ kind }) => kind === 'posts')
  const name = options.source ?? first?.name.replace(/\.\w+$/, '') ?? source
  const board: PlannedFeedbackBoard =
    options.board === undefined
      ? { external_ref: fittingRef(`${source}:board`), name }
      : { known: options.board }
  const not_mapped = tables.flatMap(({ kind, name: file_name, table }) =>
    columnsLeft(table, file_name, new Set((kind === 'fider' ? '' : read[kind]).split(' '))),
  )
  return reading.plan('csv', board, { not_mapped, empty: [] })
}

function rejectLong({ notebook }: FeedbackReading, kind: PlainKind, path: string): void {
  const reason = 'it has more cells than there are columns'
  notebook.reject({ kind: kind === 'notes' ? 'comments' : kind, path, id: null, reason })
}

const postRef = (source: string, id: string) => fittingRef(`${source}:${id}`)

/** A count of votes stands for those whose voters the file of votes does not name. */
function readPostRows(
  reading: FeedbackReading,
  source: string,
  records: readonly CsvRecord[],
  votes: readonly CsvRecord[],
): void {
  const named = grouped(votes, (vote) => vote.cell('post_id'))
  const seen = new Set<string>()
  for (const record of records) {
    const id = record.cell('id')
    const place = { path: record.path, id: id || null }
    const reason =
      id === '' ? 'it has no id' : seen.has(id) && 'its id stands twice; the first one counts'
    if (reason !== false) {
      reading.notebook.reject({ kind: 'posts', ...place, reason })
      continue
    }
    seen.add(id)
    const texts = { of: 'posts', title: record.cell('title'), details: record.cell('body') }
    const written = postTexts(reading, place, texts)
    if (!written) continue
    const external_ref = postRef(source, id)
    const author = { email: record.cell('author_email'), name: record.cell('author_name') }
    const voters = new Set(named.get(id)?.map((vote) => vote.cell('voter_email').toLowerCase()))
    reading.posts.push({
      external_ref,
      path: record.path,
      ...written,
      status: statusKey(record.cell('status')),
      tags: reading.tags(tagsIn(reading, record, 'tags'), id),
      owner_ref: undefined,
      eta: undefined,
      user_ref: userIn(reading, source, author),
      imported_votes: Math.max(0, countIn(reading, record, 'vote_count') - voters.size),
      duplicate_of: undefined,
      created_at: timeIn(reading, record, 'created_at'),
      updated_at: timeIn(reading, record, 'updated_at'),
    })
    const columns = { text: 'response', email: 'response_by', name: '', time: 'response_at' }
    readResponse(reading, record, { source, post_ref: external_ref, columns })
  }
}

/** Comments of users or the team, or notes that only the team sees. */
function readCommentRows(
  reading: FeedbackReading,
  source: string,
  records: readonly CsvRecord[],
  kind: 'comment' | 'note',
): void {
  const refOf = openCommentRefs()
  for (const record of records) {
    const { path } = record
    const post_id = record.cell('post_id')
    if (post_id === '') {
      reading.notebook.reject({ kind: 'comments', path, id: null, reason: 'it has no post_id' })
      continue
    }
    const body = commentText(reading, { path, id: post_id }, record.cell('body'))
    if (body === undefined) continue
    const post_ref = postRef(source, post_id)
    const created_at = timeIn(reading, record, 'created_at')
    const person = { email: record.cell('author_email'), name: record.cell('author_name') }
    const isStaff = kind === 'note' || /^(true|yes|1)$/i.test(record.cell('is_staff'))
    const name = record.cell('id') || created_at
    reading.comments.push({
      external_ref: refOf(post_ref, name === undefined ? kind : `${kind}/${name}`),
      post_ref,
      path,
      body,
      internal: kind === 'note',
      author: isStaff
        ? staffIn(reading, source, person)
        : { user_ref: userIn(reading, source, person) },
      created_at,
      updated_at: created_at,
    })
  }
}

function readVoteRows(
  reading: FeedbackReading,
  source: string,
  records: readonly CsvRecord[],
): void {
  for (const record of records) {
    const { path } = record
    const [post_id, email] = [record.cell('post_id'), record.cell('voter_email')]
    if (post_id === '' || email === '') {
      const reason = post_id === '' ? 'it has no post_id' : 'it has no voter_email'
      reading.notebook.reject({ kind: 'votes', path, id: post_id || null, reason })
      continue
    }
    reading.votes.push({
      path,
      post_ref: postRef(source, post_id),
      user_ref: userIn(reading, source, { email, name: record.cell('voter_name') }),
      created_at: timeIn(reading, record, 'created_at'),
    })
  }
}

type TableKind = 'fider' | 'posts' | 'comments' | 'notes' | 'votes'

/** A CSV file whose columns say what it holds. */
export interface FeedbackTable {
  readonly kind: TableKind
  readonly name: string
  readonly table: CsvTable
}

export const readFeedbackTable = (file: SourceFile): FeedbackTable =>
  naming(file, () => {
    const table = readCsvTable(file.text)
    const columns = new Set(table.headers.map((header) => header.toLowerCase()))
    return { kind: kindOf(columns, file.name), name: file.name, table }
  })

function kindOf(columns: ReadonlySet<string>, file_name: string): TableKind {
  const has = (...names: string[]) => names.every((name) => columns.has(name))
  if (has('number', 'title', 'description', 'status')) return 'fider'
  if (has('post_id', 'voter_email')) return 'votes'
  if (has('post_id', 'body')) return commentsOrNotes(columns, file_name)
  if (has('id', 'title')) return 'posts'
  throw new FileRefused(
    `The columns ${[...columns].slice(0, 6).join(', ')} are those of no file that can be imported here: ` +
      'posts have id and title, comments and notes post_id and body, votes post_id and voter_email.',
  )
}

/** Notes look like comments, and must never be shown to everybody by mistake. */
function commentsOrNotes(columns: ReadonlySet<string>, file_name: string): TableKind {
  if (/note|internal/i.test(file_name)) return 'notes'
  if (columns.has('is_staff') || /comment/i.test(file_name)) return 'comments'
  throw new FileRefused(
    'Comments or internal notes? Give the file a name with "comments" or "notes" in it, or comments a column is_staff.',
  )
}
