import { type Kysely, sql } from 'kysely'

import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepareStatement } from '#service/db/driver/prepared-statement.ts'
import type { Tables } from '#service/db/schema/tables.ts'

type Side = 'above' | 'below'
/** `but` is left out: the card that is being placed, or an empty text. */
type InList = { readonly list_id: string; readonly but: string }
type Beside = InList & { readonly position: number; readonly id: string }

const nearest = (tx: Kysely<Tables>, given: Placeholders<InList>, side: Side) => {
  const direction = side === 'below' ? 'asc' : 'desc'
  return (
    tx
      .selectFrom('cards')
      .select('position')
      .where('workspace_id', '=', given.workspace_id)
      .where('list_id', '=', given.list_id)
      // Written out, so that a kept plan knows that the index of open cards holds them all.
      .where('status', '=', sql.lit('open'))
      .where('deleted_at', 'is', null)
      .where('id', '!=', given.but)
      .orderBy('position', direction)
      .orderBy('id', direction)
      .limit(sql.lit(1))
  )
}

const ends = {
  above: prepareStatement((tx, given: Placeholders<InList>) => nearest(tx, given, 'above')),
  below: prepareStatement((tx, given: Placeholders<InList>) => nearest(tx, given, 'below')),
}
const neighbours = {
  above: prepareStatement((tx, given: Placeholders<Beside>) =>
    nearest(tx, given, 'above').where(
      sql<boolean>`(position, id) < (${given.position}::double precision, ${given.id})`,
    ),
  ),
  below: prepareStatement((tx, given: Placeholders<Beside>) =>
    nearest(tx, given, 'below').where(
      sql<boolean>`(position, id) > (${given.position}::double precision, ${given.id})`,
    ),
  ),
}

/** The rank of the open card nearest to a place, on one side of it: at an end of the list, or beside a card. */
export async function rankBeside(
  db: WorkspaceDb,
  list_id: string,
  but: string | null,
  side: Side,
  of?: { readonly position: number; readonly id: string },
): Promise<number | undefined> {
  const inList = { list_id, but: but ?? '' }
  const card = of
    ? await neighbours[side].first(db, { ...inList, position: of.position, id: of.id })
    : await ends[side].first(db, inList)
  return card?.position
}

/** Fresh gaps between all cards of a list, in the order they have. No version and no event: nothing changed for a reader. */
export async function renumber({ tx, workspace_id }: WorkspaceDb, list_id: string): Promise<void> {
  await sql`
    update cards set position = ranked.rank * ${RANK_GAP}::double precision
    from (select id, row_number() over (order by position, id) as rank from cards
      where workspace_id = ${workspace_id} and list_id = ${list_id}) ranked
    where cards.workspace_id = ${workspace_id} and cards.id = ranked.id`.execute(tx)
}
