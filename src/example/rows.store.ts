import { type Insertable, type Selectable, sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { foldCase, searchWords } from '#service/search-text.rules.ts'

/** A row of one table as it is read, without its workspace; what the database fills in by itself may be left out. */
export type Row<Table extends keyof Tables> = {
  readonly [
    Column in keyof Insertable<Tables[Table]> as Column extends 'workspace_id' ? never : Column
  ]: Column extends keyof Selectable<Tables[Table]>
    ? Moment<Insertable<Tables[Table]>[Column], Selectable<Tables[Table]>[Column]>
    : never
}
type Moment<Given, Read> = Date extends Given ? Exclude<Given, string | undefined> : Read

const atOnce = 2_000

/** Many rows by few statements, whatever their columns: they travel as one JSON text. All must name the same columns. */
export async function insertRows<Table extends keyof Tables>(
  { tx, workspace_id }: WorkspaceDb,
  table: Table,
  rows: Iterable<Row<Table>>,
): Promise<void> {
  for (const chunk of chunked(rows, atOnce)) {
    const columns = sql.join(Object.keys(chunk[0] ?? {}).map((name) => sql.ref(name)))
    await sql`
      insert into ${sql.table(table)} (workspace_id, ${columns})
      select ${workspace_id}::text, ${columns}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(chunk)}::json)`.execute(
      tx,
    )
  }
}

/** Never more than `size` of them in memory. */
export function* chunked<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** As `searchColumns` of the service, but with the vector as it is written: words hold letters and digits only. */
export const searchedBy = (text: string) => ({
  search: searchWords(text)
    .map((word) => `'${word}'`)
    .join(' '),
  search_text: foldCase(text),
})
