import { applyMembers } from '#client/importers/core/apply-members.ts'
import { inFlight } from '#client/importers/core/concurrency.ts'
import { isEmpty, grouped } from '#client/importers/core/diff.ts'
import {
  demandImportMode,
  type ApplyOptions,
  type ImportCall,
  type ImportMode,
  modeOf,
} from '#client/importers/core/import-call.ts'
import {
  type ImportOutcomes,
  assertAllSettled,
  openLedger,
  type Outcome,
} from '#client/importers/core/import-outcomes.ts'
import type { Applied } from '#client/importers/core/import-report.ts'
import type { Board } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import {
  boardChanges,
  labelChanges,
  listChanges,
  cardChanges,
  idsOf,
  type Existing,
  readExisting,
} from './board-diff.ts'
import { type BoardPlan, type Kind, placeOf, type PlannedCard } from './board-plan.ts'

/** What the steps of one run share. */
interface Run {
  readonly call: ImportCall
  readonly plan: BoardPlan
  readonly existing: Existing
  readonly ledger: ImportOutcomes<Kind>
  /** Ids here by `external_ref`; in a dry run new records get the ref itself. */
  readonly ids: Map<string, string>
  readonly dry: boolean
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
): Promise<Applied<Kind>> {
  await demandImportMode(call)
  const in_flight = options.in_flight ?? 4
  const existing = await readExisting(call, plan)
  const ledger = openLedger(plan, { ...options, essential: 'boards' })
  const run: Run = {
    call,
    plan,
    existing,
    ledger,
    in_flight,
    ids: new Map(),
    dry: options.dry_run ?? false,
    mode: modeOf(options),
  }
  const board_id = await applyBoard(run)
  await applyLists(run, board_id)
  await applyLabels(run, board_id)
  await applyMembers(run, plan.members)
  await applyCards(run, board_id)
  await archive(run, board_id)
  assertAllSettled(plan, ledger)
  const { counts, rejected } = ledger
  const id = run.dry ? (existing.board?.id ?? null) : board_id
  return { counts, rejected, into: { what: 'Board', id, name: plan.board.name } }
}

async function applyBoard({ call, plan, existing, ledger, dry, mode }: Run): Promise<string> {
  const { archived, external_ref, name, description, ...times } = plan.board
  let board: Pick<Board, 'id'> = existing.board ?? { id: external_ref }
  await ledger.runRecord('boards', placeOf('boards', plan.board), async () => {
    if (!existing.board) {
      const draft = { external_ref, name, description, ...times, ...mode }
      if (!dry) board = await call('POST /boards', draft)
      return 'created'
    }
    const changes = boardChanges(plan.board, existing.board)
    // Reopened at once, so that its cards can be worked on; archived last.
    const reopens = existing.board.archived && !archived ? { archived } : {}
    const change = { ...changes, ...reopens }
    if (!dry && !isEmpty(change)) {
      await call('PATCH /boards/:board_id', { board_id: board.id, ...change, ...mode })
    }
    return isEmpty(changes) && existing.board.archived === archived ? 'unchanged' : 'updated'
  })
  return board.id
}

/** One after the other: their order is the board's. */
async function applyLists(run: Run, board_id: string): Promise<void> {
  const { call, plan, existing, ledger, ids, dry, mode } = run
  let before: string | null = null
  for (const list of plan.lists) {
    const { archived, external_ref, name, wip_limit } = list
    const here = existing.lists.get(external_ref)
    await ledger.runRecord('lists', placeOf('lists', list), async () => {
      if (!here) {
        const limit = wip_limit === undefined ? {} : { wip_limit }
        // Beside the list it follows in the file, since others may have been added here.
        const place = existing.board ? { after_list_id: before } : {}
        const draft = { board_id, external_ref, name, ...limit, ...place, ...mode }
        const made = dry ? { id: external_ref } : await call('POST /boards/:board_id/lists', draft)
        ids.set(external_ref, made.id)
        return 'created'
      }
      ids.set(external_ref, here.id)
      const changes = listChanges(list, here)
      const change = { ...changes, ...(here.archived && !archived ? { archived } : {}) }
      if (!dry && !isEmpty(change)) {
        const target = { board_id, list_id: here.id }
        await call('PATCH /boards/:board_id/lists/:list_id', { ...target, ...change, ...mode })
      }
      return isEmpty(changes) && here.archived === archived ? 'unchanged' : 'updated'
    })
    before = ids.get(external_ref) ?? before
  }
}

/** One after the other, as the file orders them. */
async function applyLabels(run: Run, board_id: string): Promise<void> {
  const { call, plan, existing, ledger, ids, dry, mode } = run
  for (const label of plan.labels) {
    const { external_ref } = label
    const here = existing.labels.get(external_ref)
    await ledger.runRecord('labels', placeOf('labels', label), async () => {
      if (!here) {
        const draft = { board_id, ...label, ...mode }
        const made = dry ? { id: external_ref } : await call('POST /boards/:board_id/labels', draft)
        ids.set(external_ref, made.id)
        return 'created'
      }
      ids.set(external_ref, here.id)
      const changes = labelChanges(label, here)
      if (isEmpty(changes)) return 'unchanged'
      const change = { board_id, label_id: here.id, ...changes, ...mode }
      if (!dry) await call('PATCH /boards/:board_id/labels/:label_id', change)
      return 'updated'
    })
  }
}

async function archive(run: Run, board_id: string): Promise<void> {
  const { call, plan, existing, ids, dry, mode } = run
  if (dry) return
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
async function applyCards(run: Run, board_id: string): Promise<void> {
  const lists = grouped(run.plan.cards, ({ list_ref }) => list_ref)
  await inFlight(run.in_flight, [...lists.values()], async (cards) => {
    for (const card of cards) {
      await run.ledger.runRecord('cards', placeOf('cards', card), () =>
        applyCard(run, board_id, card),
      )
    }
  })
}

async function applyCard(run: Run, board_id: string, card: PlannedCard): Promise<Outcome> {
  const list_id = run.ids.get(card.list_ref)
  if (list_id === undefined) throw listRefused()
  const here = run.existing.cards.get(card.external_ref)
  if (here) return changeCard(run, card, here, list_id)
  const { list_ref: _list, label_refs, member_refs, ...fields } = card
  const label_ids = idsOf(label_refs, run.ids)
  const members = idsOf(member_refs, run.ids)
  const draft = { ...fields, board_id, list_id, label_ids, members, ...run.mode }
  if (!run.dry) await run.call('POST /boards/:board_id/cards', draft)
  return 'created'
}

/** The file says what is on a card and in which list it is; its place inside that list is left to this board. */
async function changeCard(
  { call, ids, dry, mode }: Run,
  card: PlannedCard,
  here: Card,
  list_id: string,
): Promise<Outcome> {
  const changes = cardChanges(card, here, ids)
  const moves = here.list_id !== list_id
  if (!dry && moves) {
    await call('POST /cards/:card_id/move', { card_id: here.id, list_id, ...mode })
  }
  if (!dry && !isEmpty(changes)) {
    await call('PATCH /cards/:card_id', { card_id: here.id, ...changes, ...mode })
  }
  return moves || !isEmpty(changes) ? 'updated' : 'unchanged'
}

const listRefused = () => Object.assign(new Error('Its list was refused.'), { code: 'not_found' })
