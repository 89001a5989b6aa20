import { allPages } from '#client/importers/core/all-pages.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { PlannedFeedbackBoard } from './feedback-plan.ts'

export interface BoardHere {
  /** Undefined in a dry run that would make it. */
  readonly id: string | undefined
  readonly name: string
}

/** The board that was named, or the one for this source, which goes by whatever name it was given here. */
export async function applyBoard(
  { call, ledger, dry, mode }: FeedbackRun,
  planned: PlannedFeedbackBoard,
): Promise<BoardHere> {
  if ('known' in planned) {
    const all = await allPages((page) => call('GET /feedback/boards', page))
    const known = all.find(({ id, slug }) => id === planned.known || slug === planned.known)
    if (!known) throw new Error(`There is no feedback board ${planned.known} here.`)
    ledger.book('boards', 'unchanged')
    return known
  }
  const { external_ref, name } = planned
  const [here] = (await call('GET /feedback/boards', { external_ref })).data
  let board: BoardHere = here ?? { id: undefined, name }
  await ledger.settle('boards', { path: 'board', id: external_ref }, async () => {
    if (here) return 'unchanged'
    if (!dry) board = await call('POST /feedback/boards', { external_ref, name, ...mode })
    return 'created'
  })
  return board
}
