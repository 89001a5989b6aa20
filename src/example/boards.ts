import type { WorkspaceDb } from '#service/db/db.ts'
import type { BoardRows } from './board-rows.ts'
import { exportedBoards } from './exported-boards.ts'
import { generatedBoards } from './generated-boards.ts'
import { type Row, insertRows } from './rows.store.ts'
import type { Kit } from './seed-context.ts'
import { writtenBoards } from './written-boards.ts'

/** Boards of our own, some that people really kept, and at the larger sizes many made up from phrases. */
export async function fillBoards(
  db: WorkspaceDb,
  kit: Kit,
  team: readonly Row<'members'>[],
  posts: readonly Row<'posts'>[],
): Promise<void> {
  const boards: BoardRows[] = [writtenBoards(kit, team, posts), exportedBoards(kit)]
  await insertBoards(db, {
    boards: boards.flatMap((rows) => rows.boards),
    board_lists: boards.flatMap((rows) => rows.board_lists),
    labels: boards.flatMap((rows) => rows.labels),
    members: boards.flatMap((rows) => rows.members),
    cards: boards.flatMap((rows) => rows.cards),
  })
  for (const rows of generatedBoards(kit, team)) await insertBoards(db, rows)
}

async function insertBoards(db: WorkspaceDb, rows: BoardRows): Promise<void> {
  await insertRows(db, 'boards', rows.boards)
  await insertRows(db, 'board_lists', rows.board_lists)
  await insertRows(db, 'labels', rows.labels)
  await insertRows(db, 'members', rows.members)
  await insertRows(db, 'cards', rows.cards)
}
