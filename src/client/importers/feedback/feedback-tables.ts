import { FileRefused } from '#client/importers/core/import-error.ts'
import { type SourceFile, naming } from '#client/importers/core/importer.ts'
import { type CsvTable, readCsvTable } from '#client/importers/formats/csv.ts'

export type TableKind = 'fider' | 'posts' | 'comments' | 'notes' | 'votes'

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
