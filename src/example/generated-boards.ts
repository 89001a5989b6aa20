import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import { type PlannedBoard, planBoards } from './board-plan.rules.ts'
import { type BoardRows, boardRow, cardRow, labelRow, listRow, noRows } from './board-rows.ts'
import { lengthAround, prose, taskName } from './phrases.rules.ts'
import { after, atHour, daysBefore } from './random-dates.rules.ts'
import { type Random, weighted, zipf } from './random.rules.ts'
import type { Row } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

const colors = 'green yellow orange red purple blue sky lime pink black'.split(' ')

/** Boards made up from phrases, one at a time. */
export function* generatedBoards(kit: Kit, team: readonly Row<'members'>[]): Generator<BoardRows> {
  const plans = planBoards(kit.amounts, kit.random('board plans'))
  for (const [index, plan] of plans.entries()) yield rowsOf(kit, index, plan, team)
}

function rowsOf(
  kit: Kit,
  index: number,
  plan: PlannedBoard,
  team: readonly Row<'members'>[],
): BoardRows {
  const random = kit.random(`boards/${index}`)
  const makeId = kit.ids(`boards/${index}`)
  const created_at = daysBefore(kit.now, 900 - ((index * 7) % 800))
  const board_id = makeId('brd', created_at)
  const rows = noRows()
  rows.boards.push(
    boardRow({
      id: board_id,
      name: `${plan.kind === 'flow' ? 'Work' : 'Notes'} ${index + 1}: ${taskName(random)}`,
      description: random.chance(0.4) ? prose(random, 120) : null,
      archived: plan.archived,
      archived_at: plan.archived ? daysBefore(kit.now, 30 + index) : null,
      created_at,
    }),
  )
  for (const [at, { completes }] of plan.lists.entries())
    rows.board_lists.push(
      listRow({
        id: makeId('bls', created_at),
        board_id,
        name: completes ? 'Done' : at === 0 ? 'Backlog' : `Step ${at}`,
        position: (at + 1) * RANK_GAP,
        completes_cards: completes,
        created_at,
      }),
    )
  for (let at = 0; at < plan.labels; at++)
    rows.labels.push(
      labelRow({
        id: makeId('lbl', created_at),
        board_id,
        name: at % 5 === 4 ? '' : `Label ${at + 1}`,
        color: at % 11 === 10 ? 'gray' : `${colors[at % 10]}${['', '_dark', '_light'][at % 3]}`,
        position: (at + 1) * RANK_GAP,
        created_at,
      }),
    )
  const pickLabel = weighted(zipf(Math.max(1, plan.labels), 1))
  for (const [at, { open, archived, completes }] of plan.lists.entries())
    for (let place = 0; place < open + archived; place++) {
      const born = after(created_at, random.next() * (kit.now.getTime() - created_at.getTime()))
      const completed = completes || random.chance(0.02)
      const label_ids = labelsOf(random, rows.labels, pickLabel)
      rows.cards.push(
        cardRow({
          id: makeId('crd', born),
          board_id,
          list_id: rows.board_lists[at]?.id ?? '',
          name: taskName(random),
          description: random.chance(0.4) ? prose(random, lengthAround(random, 90, 9_600)) : null,
          label_ids,
          member_ids: membersOf(random, team),
          due_at:
            plan.kind === 'flow' && random.chance(0.23) ? dueOf(random, kit.now, completed) : null,
          completed,
          completed_at: completed ? kit.now : null,
          status: place < open ? 'open' : 'archived',
          position: (place + 1) * (RANK_GAP / 4),
          created_at: born,
          updated_at: completed ? kit.now : born,
        }),
      )
    }
  return rows
}

function labelsOf(
  random: Random,
  labels: readonly Row<'labels'>[],
  pick: (random: Random) => number,
): string[] {
  const some = Array.from({ length: random.poisson(0.7) }, () => labels[pick(random)]?.id)
  return [...new Set(some)].filter((id) => id !== undefined)
}

const membersOf = (random: Random, team: readonly Row<'members'>[]): string[] =>
  random.chance(0.5)
    ? []
    : [...new Set(Array.from({ length: 1 + random.under(3) }, () => random.oneOf(team).id))]

/** What is done was due before; of the rest some are late and more are to come. */
function dueOf(random: Random, now: Date, completed: boolean): Date {
  const days = completed
    ? -1 - random.under(300)
    : random.chance(0.4)
      ? -1 - random.under(40)
      : 1 + random.under(60)
  return atHour(now, days, random.oneOf([9, 11, 17]))
}
