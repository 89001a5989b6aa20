import { createDescription } from '#client/importers/trello/card-description.ts'
import { planTrello } from '#client/importers/trello/trello-importer.ts'
import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import amirite from '#example/boards/amirite-2018.json' with { type: 'json' }
import hermes from '#example/boards/hermes-2014.json' with { type: 'json' }
import kanban from '#example/boards/kanban-template-2020.json' with { type: 'json' }
import {
  type BoardRows,
  boardRow,
  cardRow,
  labelRow,
  listRow,
  memberRow,
  noRows,
} from './board-rows.ts'
import { untilNow } from './clamp-to-now.rules.ts'
import { after, dayMs } from './random-dates.rules.ts'
import type { Kit } from './seed-context.ts'

/** Boards that people really kept, read as an import reads them. */
export function exportedBoards({ now, ids }: Kit): BoardRows {
  const rows = noRows()
  const makeId = ids('exported boards')
  // People belong to the workspace: who is on two boards is one member.
  const idByRef = new Map<string, string>()
  const idOf = (ref: string) => idByRef.get(ref) ?? ''
  for (const [index, [name, exported]] of Object.entries({ hermes, kanban, amirite }).entries()) {
    const plan = planTrello(exported, name)
    // As new as the workspace, so that they come after our own board.
    const created_at = after(now, index - 50)
    const board_id = makeId('brd', created_at)
    const { external_ref, description } = plan.board
    rows.boards.push(
      boardRow({ id: board_id, name: plan.board.name, description, external_ref, created_at }),
    )
    for (const [at, list] of plan.lists.entries()) {
      const id = makeId('bls', created_at)
      idByRef.set(list.external_ref, id)
      const { wip_limit = null, completes_cards = false } = list
      rows.board_lists.push(
        listRow({
          ...list,
          id,
          wip_limit,
          completes_cards,
          board_id,
          position: (at + 1) * RANK_GAP,
          created_at,
        }),
      )
    }
    for (const [at, label] of plan.labels.entries()) {
      const id = makeId('lbl', created_at)
      idByRef.set(label.external_ref, id)
      rows.labels.push(
        labelRow({ ...label, id, board_id, position: (at + 1) * RANK_GAP, created_at }),
      )
    }
    for (const { external_ref: ref, name: person } of plan.members) {
      if (idByRef.has(ref)) continue
      const id = makeId('mem', created_at)
      idByRef.set(ref, id)
      rows.members.push(memberRow({ id, name: person, external_ref: ref, created_at }))
    }
    const { lived, planned: ahead } = untilNow(plan.cards, now)
    for (const [at, planned] of plan.cards.entries()) {
      const {
        list_ref,
        content: _content,
        entered_at: _entered_at,
        label_refs,
        member_refs,
        ...card
      } = planned
      const born = momentOf(card.created_at, lived) ?? created_at
      const changed = momentOf(card.updated_at, lived) ?? born
      rows.cards.push(
        cardRow({
          ...card,
          description: createDescription(planned),
          id: makeId('crd', born),
          board_id,
          list_id: idOf(list_ref),
          label_ids: label_refs.map(idOf),
          member_ids: member_refs.map(idOf),
          due_at: momentOf(card.due_at, ahead),
          start_at: momentOf(card.start_at, ahead),
          completed_at: card.completed ? changed : null,
          position: (at + 1) * RANK_GAP,
          created_at: born,
          updated_at: changed,
        }),
      )
    }
  }
  return rows
}

const momentOf = (text: string | null | undefined, days: number) =>
  text == null ? null : after(new Date(text), days * dayMs)
