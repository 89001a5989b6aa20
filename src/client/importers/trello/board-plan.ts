import type { Plan, SourceLocation } from '#client/importers/core/import-plan.ts'
import type { PlannedMember } from '#client/importers/core/import-run.ts'

export const boardKinds = ['boards', 'lists', 'labels', 'members', 'cards'] as const
export type BoardKind = (typeof boardKinds)[number]

/** What an export file asks for, in the order it is made. Refs are kept with each record as `external_ref`. */
export interface BoardPlan extends Plan<BoardKind> {
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
  readonly label_refs: readonly string[]
  readonly member_refs: readonly string[]
  readonly due_at: string | null
  readonly start_at: string | null
  readonly completed: boolean
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
