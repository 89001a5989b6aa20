import { isEmpty } from '#client/importers/core/diff.ts'
import type { ApplyOptions, ImportCall } from '#client/importers/core/import-call.ts'
import type { BoardNoteCode } from '#client/importers/core/import-notes.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import {
  applyMembers,
  finishRun,
  type ImportRun,
  startRun,
} from '#client/importers/core/import-run.ts'
import type { Board } from '#client/resources.ts'
import { type BoardRun, applyCards } from './apply-cards.ts'
import { boardChanges, labelChanges, listChanges, fetchExisting } from './board-diff.ts'
import { type BoardPlan, type BoardKind, sourceLocation } from './board-plan.ts'

/**
 * Makes and changes what the plan asks for, through the API: board, lists, labels, people, cards, and last what is
 * archived. A second run of the same plan changes nothing; an interrupted run is finished by running it again.
 */
export async function applyBoardPlan(
  call: ImportCall,
  plan: BoardPlan,
  options: ApplyOptions = {},
): Promise<ApplyResult<BoardKind, BoardNoteCode>> {
  const started = await startRun<BoardKind, BoardPlan>(call, plan, options)
  if (plan.lists.length === 0 && plan.findings.rejected.some(({ kind }) => kind === 'lists'))
    return rejectBoard(started)
  const existing = await fetchExisting(call, plan)
  const { board_id, outcome } = await applyBoard(started, existing.board)
  const run = { ...started, existing, board_id }
  await applyLists(run)
  if (outcome === 'created' && plan.lists.length > 0 && run.ids.size === 0) {
    await removeBoard(run)
    return rejectBoard(started)
  }
  run.outcomes.record('boards', outcome)
  await applyLabels(run)
  await applyMembers(run, plan.members)
  await applyCards(run)
  await archiveClosed(run)
  const id = options.dry_run === true ? (existing.board?.id ?? null) : board_id
  return finishRun(run, { what: 'Board', id, name: plan.board.name })
}

/** A rejection of the board ends the run: all other records belong to it. */
async function applyBoard(
  { plan, write }: ImportRun<BoardKind, BoardPlan>,
  existing: Board | undefined,
): Promise<{ readonly board_id: string; readonly outcome: Outcome }> {
  const { archived, external_ref, name, description, ...times } = plan.board
  if (!existing) {
    const board = await write('POST /boards', { external_ref, name, description, ...times })
    return { board_id: board?.id ?? external_ref, outcome: 'created' }
  }
  const board_id = existing.id
  const changes = boardChanges(plan.board, existing)
  // Reopened at once, so that its cards can be worked on; archived last.
  const change = { ...changes, ...(existing.archived && !archived ? { archived } : {}) }
  if (!isEmpty(change)) await write('PATCH /boards/:board_id', { board_id, ...change })
  const isUnchanged = isEmpty(changes) && existing.archived === archived
  return { board_id, outcome: isUnchanged ? 'unchanged' : 'updated' }
}

/** A board without any of its lists is of no use, and would be in the way of the next attempt. */
async function removeBoard({ call, write, board_id, capabilities }: BoardRun): Promise<void> {
  await write('PATCH /boards/:board_id', { board_id, archived: true })
  if (capabilities.has('boards.write')) await call('DELETE /boards/:board_id', { board_id })
}

function rejectBoard(run: ImportRun<BoardKind, BoardPlan>): ApplyResult<BoardKind, BoardNoteCode> {
  const { plan, outcomes } = run
  const kinds = [
    ['boards', [plan.board]],
    ['labels', plan.labels],
    ['members', plan.members],
    ['cards', plan.cards],
  ] as const
  for (const [kind, records] of kinds)
    for (const record of records)
      outcomes.reject(kind, sourceLocation(kind, record), 'none of the lists was imported')
  return finishRun(run, null)
}

/** One after the other: their order is the board's. */
async function applyLists(run: BoardRun): Promise<void> {
  const { board_id, plan, existing, outcomes, ids, write } = run
  let previousListId: string | null = null
  for (const list of plan.lists) {
    const { archived, external_ref, name, wip_limit, completes_cards } = list
    const current = existing.lists.get(external_ref)
    await outcomes.runRecord('lists', sourceLocation('lists', list), async () => {
      if (!current) {
        const settings = {
          ...(wip_limit === undefined ? {} : { wip_limit }),
          ...(completes_cards === undefined ? {} : { completes_cards }),
        }
        // Beside the list it follows in the file, since others may have been added here.
        const position = existing.board ? { after_list_id: previousListId } : {}
        const draft = { board_id, external_ref, name, ...settings, ...position }
        const created = await write('POST /boards/:board_id/lists', draft)
        ids.set(external_ref, created?.id ?? external_ref)
        return 'created'
      }
      ids.set(external_ref, current.id)
      const changes = listChanges(list, current)
      const change = { ...changes, ...(current.archived && !archived ? { archived } : {}) }
      const target = { board_id, list_id: current.id }
      if (!isEmpty(change))
        await write('PATCH /boards/:board_id/lists/:list_id', { ...target, ...change })
      return isEmpty(changes) && current.archived === archived ? 'unchanged' : 'updated'
    })
    previousListId = ids.get(external_ref) ?? previousListId
  }
}

/** One after the other, as the file orders them. */
async function applyLabels(run: BoardRun): Promise<void> {
  const { board_id, plan, existing, outcomes, ids, write } = run
  for (const label of plan.labels) {
    const { external_ref } = label
    const current = existing.labels.get(external_ref)
    await outcomes.runRecord('labels', sourceLocation('labels', label), async () => {
      if (!current) {
        const created = await write('POST /boards/:board_id/labels', { board_id, ...label })
        ids.set(external_ref, created?.id ?? external_ref)
        return 'created'
      }
      ids.set(external_ref, current.id)
      const changes = labelChanges(label, current)
      if (isEmpty(changes)) return 'unchanged'
      const change = { board_id, label_id: current.id, ...changes }
      await write('PATCH /boards/:board_id/labels/:label_id', change)
      return 'updated'
    })
  }
}

async function archiveClosed({ board_id, plan, existing, ids, write }: BoardRun): Promise<void> {
  for (const { archived, external_ref } of plan.lists) {
    const list_id = ids.get(external_ref)
    if (!archived || list_id === undefined || existing.lists.get(external_ref)?.archived) continue
    await write('PATCH /boards/:board_id/lists/:list_id', { board_id, list_id, archived })
  }
  if (plan.board.archived && existing.board?.archived !== true)
    await write('PATCH /boards/:board_id', { board_id, archived: true })
}
