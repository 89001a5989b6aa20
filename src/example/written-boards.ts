import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import { autumnLaunch } from './board-autumn-launch.ts'
import { packingRoom, springMarket, winterFair } from './board-packing-room.ts'
import {
  type BoardRows,
  boardRow,
  cardRow,
  labelRow,
  listRow,
  memberRow,
  noRows,
} from './board-rows.ts'
import { type ExampleBoard, people } from './example-board.ts'
import { after, atHour, dayMs, hourMs } from './random-dates.rules.ts'
import type { Row } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

/** The people of the workshop: cards, posts and notes are theirs. */
export const teamRows = ({ ids, now }: Kit): Row<'members'>[] =>
  people.map((name) =>
    memberRow({
      id: ids(`members/${name}`)('mem', now),
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@fernandfield.example`,
      created_at: now,
    }),
  )

/** Our own boards: the one to show first, then those after the boards of others. */
export function writtenBoards(
  kit: Kit,
  team: readonly Row<'members'>[],
  posts: readonly Row<'posts'>[],
): BoardRows {
  const rows = noRows()
  for (const [index, board] of [autumnLaunch, packingRoom, winterFair, springMarket].entries())
    addBoard(kit, rows, board, { team, posts }, after(kit.now, index === 0 ? -100 : index - 10))
  return rows
}

function addBoard(
  { ids, now }: Kit,
  rows: BoardRows,
  board: ExampleBoard,
  around: {
    readonly team: readonly Row<'members'>[]
    readonly posts: readonly Row<'posts'>[]
  },
  created_at: Date,
): void {
  const makeId = ids(`boards/${board.name}`)
  const board_id = makeId('brd', created_at)
  const { name, description, archived = false } = board
  const archived_at = archived ? created_at : null
  rows.boards.push(boardRow({ id: board_id, name, description, archived, archived_at, created_at }))
  const lists = board.lists.map((list, at) =>
    listRow({
      ...list,
      id: makeId('bls', created_at),
      board_id,
      position: (at + 1) * RANK_GAP,
      created_at,
    }),
  )
  const labels = board.labels.map((label, at) =>
    labelRow({
      ...label,
      id: makeId('lbl', created_at),
      board_id,
      position: (at + 1) * RANK_GAP,
      created_at,
    }),
  )
  rows.board_lists.push(...lists)
  rows.labels.push(...labels)
  for (const [at, card] of board.cards.entries()) {
    const list = lists.find((one) => one.name === card.list)
    const due_at = card.due === undefined ? null : endOfWork(now, card.due)
    const born = after(now, -10 * dayMs + at * hourMs)
    const completed = list?.completes_cards === true
    rows.cards.push(
      cardRow({
        id: makeId('crd', born),
        board_id,
        list_id: list?.id ?? '',
        name: card.name,
        description: card.description ?? null,
        label_ids: labels.filter((one) => card.labels.includes(one.name)).map(({ id }) => id),
        member_ids: around.team
          .filter((one) => card.people?.some((person) => person === one.name))
          .map(({ id }) => id),
        post_id: around.posts.find(({ title }) => title === card.post)?.id ?? null,
        due_at,
        completed,
        completed_at: completed ? earlier(due_at, now) : null,
        position: (at + 1) * RANK_GAP,
        created_at: earlier(due_at && after(due_at, -9 * dayMs), born),
        updated_at: completed ? earlier(due_at, now) : born,
      }),
    )
  }
}

const earlier = (a: Date | null, b: Date) => (a !== null && a < b ? a : b)

/** Five in the afternoon, some days from now; of today, a moment that is still to come. */
const endOfWork = (now: Date, days: number) =>
  days === 0 ? after(atHour(now, 0, now.getUTCHours()), 2 * hourMs) : atHour(now, days, 17)
