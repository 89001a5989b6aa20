import { type Kysely, sql } from 'kysely'

import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import type { Tables } from '#service/db/schema/tables.ts'

type Side = 'above' | 'below'
/** `excluded_ids` are the cards being placed. */
type InList = { readonly list_id: string; readonly excluded_ids: readonly string[] }
type NextTo = InList & { readonly position: number; readonly id: string }

const selectNearest = (tx: Kysely<Tables>, params: Placeholders<InList>, side: Side) => {
  const direction = side === 'below' ? 'asc' : 'desc'
  return (
    tx
      .selectFrom('cards')
      .select('position')
      .where('workspace_id', '=', params.workspace_id)
      .where('list_id', '=', params.list_id)
      // A literal, so that a generic plan can use the partial index of open cards.
      .where('status', '=', sql.lit('open'))
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`id <> all(${params.excluded_ids}::text[])`)
      .orderBy('position', direction)
      .orderBy('id', direction)
      .limit(sql.lit(1))
  )
}

const ends = {
  above: prepared((tx, params: Placeholders<InList>) => selectNearest(tx, params, 'above')),
  below: prepared((tx, params: Placeholders<InList>) => selectNearest(tx, params, 'below')),
}
const neighbors = {
  above: prepared((tx, params: Placeholders<NextTo>) =>
    selectNearest(tx, params, 'above').where(
      sql<boolean>`(position, id) < (${params.position}::double precision, ${params.id})`,
    ),
  ),
  below: prepared((tx, params: Placeholders<NextTo>) =>
    selectNearest(tx, params, 'below').where(
      sql<boolean>`(position, id) > (${params.position}::double precision, ${params.id})`,
    ),
  ),
}

/** The rank of the open card above or below `neighbor`, or at an end of the list without one. */
export async function rankNextTo(
  db: WorkspaceDb,
  list_id: string,
  excluded_ids: readonly string[],
  side: Side,
  neighbor?: { readonly position: number; readonly id: string },
): Promise<number | undefined> {
  const list = { list_id, excluded_ids }
  const card = neighbor
    ? await neighbors[side].first(db, { ...list, position: neighbor.position, id: neighbor.id })
    : await ends[side].first(db, list)
  return card?.position
}

/** Restores the gaps between the cards of a list. Changes no version and emits no event, because the order is the same. */
export async function renumber({ tx, workspace_id }: WorkspaceDb, list_id: string): Promise<void> {
  await sql`
    update cards set position = ranked.rank * ${RANK_GAP}::double precision
    from (select id, row_number() over (order by position, id) as rank from cards
      where workspace_id = ${workspace_id} and list_id = ${list_id}) ranked
    where cards.workspace_id = ${workspace_id} and cards.id = ranked.id`.execute(tx)
}
