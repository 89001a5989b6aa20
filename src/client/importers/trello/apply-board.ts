import { applyMembers } from '#client/importers/core/apply-members.ts'
import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { isEmpty, groupBy } from '#client/importers/core/diff.ts'
import {
  assertImportMode,
  type ApplyOptions,
  type ImportCall,
  type ImportMode,
  createImportMode,
} from '#client/importers/core/import-call.ts'
import {
  type ImportOutcomes,
  assertAllSettled,
  createOutcomes,
  type Outcome,
} from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import type { Board, Card } from '#client/resources.ts'
import {
  boardChanges,
  labelChanges,
  listChanges,
  cardChanges,
  idsOf,
  type Existing,
  fetchExisting,
} from './board-diff.ts'
import { type BoardPlan, type BoardKind, sourceLocation, type PlannedCard } from './board-plan.ts'

/** What the steps of one run share. */
interface BoardImportRun {
  readonly call: ImportCall
  readonly plan: BoardPlan
  readonly existing: Existing
  readonly outcomes: ImportOutcomes<BoardKind>
  /** Ids here by `external_ref`; in a dry run new records get the ref itself. */
  readonly ids: Map<string, string>
  readonly dryRun: boolean
  readonly mode: ImportMode
  readonly in_flight: number
}

/**
 * Makes and changes what the plan asks for, through the API: board, lists, labels, people, cards, and last what is
 * archived. A second run of the same plan changes nothing; an interrupted run is finished by running it again.
 */
export async function applyBoardPlan(
  call: ImportCall,
  plan: BoardPlan,
  options: ApplyOptions = {},
): Promise<ApplyResult<BoardKind>> {
  await assertImportMode(call)
  const in_flight = options.concurrency ?? 4
  const existing = await fetchExisting(call, plan)
  const outcomes = createOutcomes(plan, { ...options, essential: 'boards' })
  const run: BoardImportRun = {
    call,
    plan,
    existing,
    outcomes,
    in_flight,
    ids: new Map(),
    dryRun: options.dry_run ?? false,
    mode: createImportMode(options),
  }
  const board_id = await applyBoard(run)
  await applyLists(run, board_id)
  await applyLabels(run, board_id)
  await applyMembers(run, plan.members)
  await applyCards(run, board_id)
  await archiveClosed(run, board_id)
  assertAllSettled(plan, outcomes)
  const { counts, rejected } = outcomes
  const id = run.dryRun ? (existing.board?.id ?? null) : board_id
  return { counts, rejected, into: { what: 'Board', id, name: plan.board.name } }
}

async function applyBoard({
  call,
  plan,
  existing,
  outcomes,
  dryRun,
  mode,
}: BoardImportRun): Promise<string> {
  const { archived, external_ref, name, description, ...times } = plan.board
  let board: Pick<Board, 'id'> = existing.board ?? { id: external_ref }
  await outcomes.runRecord('boards', sourceLocation('boards', plan.board), async () => {
    if (!existing.board) {
      const draft = { external_ref, name, description, ...times, ...mode }
      if (!dryRun) board = await call('POST /boards', draft)
      return 'created'
    }
    const changes = boardChanges(plan.board, existing.board)
    // Reopened at once, so that its cards can be worked on; archived last.
    const reopens = existing.board.archived && !archived ? { archived } : {}
    const change = { ...changes, ...reopens }
    if (!dryRun && !isEmpty(change)) {
      await call('PATCH /boards/:board_id', { board_id: board.id, ...change, ...mode })
    }
    return isEmpty(changes) && existing.board.archived === archived ? 'unchanged' : 'updated'
  })
  return board.id
}

/** One after the other: their order is the board's. */
async function applyLists(run: BoardImportRun, board_id: string): Promise<void> {
  const { call, plan, existing, outcomes, ids, dryRun, mode } = run
  let previousListId: string | null = null
  for (const list of plan.lists) {
    const { archived, external_ref, name, wip_limit } = list
    const current = existing.lists.get(external_ref)
    await outcomes.runRecord('lists', sourceLocation('lists', list), async () => {
      if (!current) {
        const limit = wip_limit === undefined ? {} : { wip_limit }
        // Beside the list it follows in the file, since others may have been added here.
        const position = existing.board ? { after_list_id: previousListId } : {}
        const draft = { board_id, external_ref, name, ...limit, ...position, ...mode }
        const created = dryRun
          ? { id: external_ref }
          : await call('POST /boards/:board_id/lists', draft)
        ids.set(external_ref, created.id)
        return 'created'
      }
      ids.set(external_ref, current.id)
      const changes = listChanges(list, current)
      const change = { ...changes, ...(current.archived && !archived ? { archived } : {}) }
      if (!dryRun && !isEmpty(change)) {
        const target = { board_id, list_id: current.id }
        await call('PATCH /boards/:board_id/lists/:list_id', { ...target, ...change, ...mode })
      }
      return isEmpty(changes) && current.archived === archived ? 'unchanged' : 'updated'
    })
    previousListId = ids.get(external_ref) ?? previousListId
  }
}

/** One after the other, as the file orders them. */
async function applyLabels(run: BoardImportRun, board_id: string): Promise<void> {
  const { call, plan, existing, outcomes, ids, dryRun, mode } = run
  for (const label of plan.labels) {
    const { external_ref } = label
    const current = existing.labels.get(external_ref)
    await outcomes.runRecord('labels', sourceLocation('labels', label), async () => {
      if (!current) {
        const draft = { board_id, ...label, ...mode }
        const created = dryRun
          ? { id: external_ref }
          : await call('POST /boards/:board_id/labels', draft)
        ids.set(external_ref, created.id)
        return 'created'
      }
      ids.set(external_ref, current.id)
      const changes = labelChanges(label, current)
      if (isEmpty(changes)) return 'unchanged'
      const change = { board_id, label_id: current.id, ...changes, ...mode }
      if (!dryRun) await call('PATCH /boards/:board_id/labels/:label_id', change)
      return 'updated'
    })
  }
}

async function archiveClosed(run: BoardImportRun, board_id: string): Promise<void> {
  const { call, plan, existing, ids, dryRun, mode } = run
  if (dryRun) return
  for (const { archived, external_ref } of plan.lists) {
    const list_id = ids.get(external_ref)
    if (!archived || list_id === undefined || existing.lists.get(external_ref)?.archived) continue
    await call('PATCH /boards/:board_id/lists/:list_id', { board_id, list_id, archived, ...mode })
  }
  if (plan.board.archived && existing.board?.archived !== true) {
    await call('PATCH /boards/:board_id', { board_id, archived: true, ...mode })
  }
}

/** Several lists at a time; the cards of one list one after the other, since each goes to its bottom. */
async function applyCards(run: BoardImportRun, board_id: string): Promise<void> {
  const lists = groupBy(run.plan.cards, ({ list_ref }) => list_ref)
  await forEachConcurrently(run.in_flight, [...lists.values()], async (cards) => {
    for (const card of cards) {
      await run.outcomes.runRecord('cards', sourceLocation('cards', card), () =>
        applyCard(run, board_id, card),
      )
    }
  })
}

async function applyCard(
  run: BoardImportRun,
  board_id: string,
  card: PlannedCard,
): Promise<Outcome> {
  const list_id = run.ids.get(card.list_ref)
  if (list_id === undefined) throw rejectedListError()
  const current = run.existing.cards.get(card.external_ref)
  if (current) return updateCard(run, card, current, list_id)
  const { list_ref: _list, label_refs, member_refs, ...fields } = card
  const label_ids = idsOf(label_refs, run.ids)
  const members = idsOf(member_refs, run.ids)
  const draft = { ...fields, board_id, list_id, label_ids, members, ...run.mode }
  if (!run.dryRun) await run.call('POST /boards/:board_id/cards', draft)
  return 'created'
}

/** The file says what is on a card and in which list it is; its place inside that list is left to this board. */
async function updateCard(
  { call, ids, dryRun, mode }: BoardImportRun,
  card: PlannedCard,
  current: Card,
  list_id: string,
): Promise<Outcome> {
  const changes = cardChanges(card, current, ids)
  const moves = current.list_id !== list_id
  if (!dryRun && moves) {
    await call('POST /cards/:card_id/move', { card_id: current.id, list_id, ...mode })
  }
  if (!dryRun && !isEmpty(changes)) {
    await call('PATCH /cards/:card_id', { card_id: current.id, ...changes, ...mode })
  }
  return moves || !isEmpty(changes) ? 'updated' : 'unchanged'
}

const rejectedListError = () =>
  Object.assign(new Error('Its list was refused.'), { code: 'not_found' })
