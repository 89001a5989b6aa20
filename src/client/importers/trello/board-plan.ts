import { createExternalRef } from '#client/importers/core/external-ref.ts'
import type { BoardNoteCode } from '#client/importers/core/import-notes.ts'
import type { Plan, SourceLocation } from '#client/importers/core/import-plan.ts'
import type { PlannedMember } from '#client/importers/core/import-run.ts'

export const boardKinds = ['boards', 'lists', 'labels', 'members', 'cards'] as const
export type BoardKind = (typeof boardKinds)[number]

/** In the order of the description. Comments come last, since they are cut first where a description is full. */
export const contentKinds = ['checklists', 'attachments', 'comments'] as const
type ContentKind = (typeof contentKinds)[number]

/** Something a person wrote on a card that has no field here, as a Markdown block of its description. */
export interface ContentEntry {
  readonly kind: ContentKind
  readonly text: string
  /** What it counts as: an item, an attachment or a comment is 1, the heading of a checklist 0. */
  readonly count: 0 | 1
}

/** What an export file asks for, in the order it is made. Refs are kept with each record as `external_ref`. */
export interface BoardPlan extends Plan<BoardKind, BoardNoteCode> {
  readonly board: PlannedBoard
  readonly lists: readonly PlannedList[]
  readonly labels: readonly PlannedLabel[]
  readonly members: readonly PlannedMember[]
  /** List by list, in the order of each. */
  readonly cards: readonly PlannedCard[]
}

export interface PlannedBoard {
  readonly external_ref: string
  readonly name: string
  readonly description: string | null
  readonly archived: boolean
  readonly created_at: string | undefined
  readonly updated_at: string | undefined
}

export interface PlannedList {
  readonly external_ref: string
  readonly name: string
  readonly archived: boolean
  /** Undefined when the file says nothing of one: then a limit set here stays. */
  readonly wip_limit?: number | undefined
  /** Undefined unless someone chose: a list here stays as it is. */
  readonly completes_cards?: boolean | undefined
}

export interface PlannedLabel {
  readonly external_ref: string
  readonly name: string
  readonly color: string
}

export interface PlannedCard {
  readonly external_ref: string
  readonly list_ref: string
  readonly name: string
  readonly description: string | null
  /** Becomes sections of the description. */
  readonly content: readonly ContentEntry[]
  readonly label_refs: readonly string[]
  readonly member_refs: readonly string[]
  readonly due_at: string | null
  readonly start_at: string | null
  readonly completed: boolean
  /** When it was completed; undefined for a card that is not, and where the file tells nothing. */
  readonly completed_at: string | undefined
  /** When it came into its list, or was last touched, as far as the file tells. */
  readonly entered_at: string | undefined
  readonly status: 'open' | 'archived'
  readonly created_at: string | undefined
  readonly updated_at: string | undefined
}

export const sourceLocation = (
  kind: BoardKind,
  { external_ref }: { readonly external_ref: string },
): SourceLocation => ({
  path: kind,
  id: external_ref.replace(/^trello:/, ''),
})

const doneNames = /^(done|complete|completed|finished|closed|shipped|released)$/

/** The lists that look like the end of the board: by their name, or because every card in them is complete. */
export const suggestCompletingLists = ({ lists, cards }: BoardPlan): string[] =>
  lists
    .filter(({ archived, name, external_ref }) => {
      const word = name
        .toLowerCase()
        .replace(/[^\p{L}]+/gu, ' ')
        .trim()
      const own = cards.filter(({ list_ref }) => list_ref === external_ref)
      const isComplete = own.length > 0 && own.every(({ completed }) => completed)
      return !archived && (doneNames.test(word) || isComplete)
    })
    .map(({ external_ref }) => external_ref)

/** The plan with some lists, by reference, completing their cards or not. The cards of a list that does are complete. */
export function withCompletingLists(
  plan: BoardPlan,
  choices: ReadonlyMap<string, boolean>,
): BoardPlan {
  return {
    ...plan,
    lists: plan.lists.map((list) => {
      const completes_cards = choices.get(list.external_ref)
      return completes_cards === undefined ? list : { ...list, completes_cards }
    }),
    cards: plan.cards.map((card) =>
      choices.get(card.list_ref) && !card.completed
        ? { ...card, completed: true, completed_at: card.entered_at }
        : card,
    ),
  }
}

/** The plan of a second board from the same file: other references for all but the people of the workspace. */
export function asNewBoard(plan: BoardPlan, suffix: string): BoardPlan {
  const rename = (ref: string) => createExternalRef(`${ref}~${suffix}`)
  const renamed = <Record extends { readonly external_ref: string }>(record: Record) => ({
    ...record,
    external_ref: rename(record.external_ref),
  })
  return {
    ...plan,
    board: renamed(plan.board),
    lists: plan.lists.map(renamed),
    labels: plan.labels.map(renamed),
    cards: plan.cards.map((card) => ({
      ...renamed(card),
      list_ref: rename(card.list_ref),
      label_refs: card.label_refs.map(rename),
    })),
  }
}
