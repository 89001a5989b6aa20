import { applyBoardPlan } from '#client/importers/board-apply.ts'
import { planTrelloBoard } from '#client/importers/trello.ts'
import type { WorkspaceMember } from '#contract/developers/workspace.ts'
import amirite from '#service/example/boards/amirite-2018.json'
import hermes from '#service/example/boards/hermes-2014.json'
import kanban from '#service/example/boards/kanban-template-2020.json'
import type { CallVerb } from '#service/in-process.ts'
import { cards, labels, lists, people } from './autumn-launch.ts'

/**
 * Something worth looking at in a new workspace: a board of our own, and three that people really kept. It is written
 * on the verbs in one transaction, before anybody could have asked to hear of it, so no event tells of it.
 */
export async function fillExample(call: CallVerb): Promise<void> {
  await makeAutumnLaunch(call, new Date())
  for (const [name, exported] of Object.entries({ hermes, kanban, amirite })) {
    const plan = planTrelloBoard(exported, name)
    // As new as the workspace, so that it comes after our own board; its cards keep their times.
    const board = { ...plan.board, created_at: undefined }
    // One at a time: all of it is one transaction, and that is one connection.
    await applyBoardPlan(call, { ...plan, board }, { in_flight: 1 })
  }
}

async function makeAutumnLaunch(call: CallVerb, now: Date): Promise<void> {
  const board = await call('POST /boards', {
    name: 'Autumn launch',
    description: 'Everything between now and the day the catalogue goes out.',
    lists: [...lists],
    labels: [...labels],
  })
  const members: WorkspaceMember[] = []
  for (const name of people) members.push(await call('POST /members', { name }))
  const idOf = (items: readonly { id: string; name: string }[], wanted: string) =>
    items.filter(({ name }) => name === wanted).map(({ id }) => id)

  for (const { list, due, labels: marks, people: assigned = [], name, description } of cards) {
    await call('POST /boards/:board_id/cards', {
      board_id: board.id,
      list_id: idOf(board.lists, list)[0] ?? '',
      name,
      description: description ?? null,
      label_ids: marks.flatMap((label) => idOf(board.labels, label)),
      members: assigned.flatMap((person) => idOf(members, person)),
      due_at: due === undefined ? null : endOfWork(now, due),
    })
  }
}

/** Five in the afternoon, some days from now; of today, a moment that is still to come. */
function endOfWork(now: Date, days: number): string {
  const day = new Date(now)
  if (days === 0) day.setUTCHours(now.getUTCHours() + 2, 0, 0, 0)
  else {
    day.setUTCDate(day.getUTCDate() + days)
    day.setUTCHours(17, 0, 0, 0)
  }
  return day.toISOString()
}
