import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { groupBy, isEmpty } from '#client/importers/core/diff.ts'
import type { ApplyOptions, ImportCall } from '#client/importers/core/import-call.ts'
import { type Outcome, rejectionError } from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import {
  applyMembers,
  finishRun,
  type ImportRun,
  startRun,
} from '#client/importers/core/import-run.ts'
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
import { createDescription, updateDescription } from './card-description.ts'

interface BoardRun extends ImportRun<BoardKind, BoardPlan> {
  readonly existing: Existing
  readonly board_id: string
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
  const started = await startRun<BoardKind, BoardPlan>(call, plan, options, 'boards')
  const existing = await fetchExisting(call, plan)
  const board_id = await applyBoard(started, existing.board)
  const run = { ...started, existing, board_id }
  await applyLists(run)
  await applyLabels(run)
  await applyMembers(run, plan.members)
  await applyCards(run)
  await archiveClosed(run)
  const id = options.dry_run === true ? (existing.board?.id ?? null) : board_id
  return finishRun<BoardKind>(run, { what: 'Board', id, name: plan.board.name })
}

async function applyBoard(
  { plan, outcomes, write }: ImportRun<BoardKind, BoardPlan>,
  existing: Board | undefined,
): Promise<string> {
  const { archived, external_ref, name, description, ...times } = plan.board
  let board: Pick<Board, 'id'> = existing ?? { id: external_ref }
  await outcomes.runRecord('boards', sourceLocation('boards', plan.board), async () => {
    if (!existing) {
      board = (await write('POST /boards', { external_ref, name, description, ...times })) ?? board
      return 'created'
    }
    const changes = boardChanges(plan.board, existing)
    // Reopened at once, so that its cards can be worked on; archived last.
    const change = { ...changes, ...(existing.archived && !archived ? { archived } : {}) }
    if (!isEmpty(change)) await write('PATCH /boards/:board_id', { board_id: board.id, ...change })
    return isEmpty(changes) && existing.archived === archived ? 'unchanged' : 'updated'
  })
  return board.id
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

/** Several lists at a time; the cards of one list one after the other, since each goes to its bottom. */
async function applyCards(run: BoardRun): Promise<void> {
  const lists = groupBy(run.plan.cards, ({ list_ref }) => list_ref)
  await forEachConcurrently(run.concurrency, [...lists.values()], async (cards) => {
    for (const card of cards) {
      const location = sourceLocation('cards', card)
      await run.outcomes.runRecord('cards', location, () => applyCard(run, card))
    }
  })
}

async function applyCard(run: BoardRun, card: PlannedCard): Promise<Outcome> {
  const { board_id, ids } = run
  const list_id = ids.get(card.list_ref)
  if (list_id === undefined) throw rejectionError('Its list was rejected.')
  const current = run.existing.cards.get(card.external_ref)
  if (current) return updateCard(run, card, current, list_id)
  const { external_ref, name, due_at, completed, status, created_at, updated_at } = card
  const label_ids = idsOf(card.label_refs, ids)
  const states = { due_at, completed, status, created_at, updated_at }
  const draft = { board_id, list_id, external_ref, name, label_ids, ...states }
  const members = idsOf(card.member_refs, ids)
  const details = { description: createDescription(card), start_at: card.start_at, members }
  if (!hasDetails(run) && (details.description ?? card.start_at ?? members[0]))
    run.outcomes.warn('cards[]: no descriptions, start dates and members on this server', name)
  await run.write(
    'POST /boards/:board_id/cards',
    hasDetails(run) ? { ...draft, ...details } : draft,
  )
  return 'created'
}

const hasDetails = ({ capabilities }: BoardRun) => capabilities.has('cards.details')

/** The file says what is on a card and in which list it is; its place inside that list is left to this board. */
async function updateCard(
  run: BoardRun,
  card: PlannedCard,
  current: Card,
  list_id: string,
): Promise<Outcome> {
  const { ids, outcomes, existing, write } = run
  const card_id = current.id
  const { description, kept } = hasDetails(run)
    ? updateDescription(current.description ?? null, card)
    : { description: current.description ?? null, kept: false }
  if (kept)
    outcomes.warn(
      'cards[].desc: the imported part was edited here, newer checklists, attachments and comments omitted',
      card.name,
    )
  // A list here that completes its cards has completed those the file has not.
  const isDoneHere = existing.lists.get(card.list_ref)?.completes_cards && current.completed
  const planned = { ...card, description, completed: card.completed || isDoneHere === true }
  const changes = cardChanges(planned, current, ids)
  const moves = current.list_id !== list_id
  if (moves) await write('POST /cards/:card_id/move', { card_id, list_id })
  if (!isEmpty(changes)) await write('PATCH /cards/:card_id', { card_id, ...changes })
  return moves || !isEmpty(changes) ? 'updated' : 'unchanged'
}
