/** A board as it is written down; days count from the moment the workspace is made. */
export interface ExampleBoard {
  readonly name: string
  readonly description: string | null
  readonly archived?: boolean
  readonly lists: readonly {
    readonly name: string
    readonly completes_cards?: boolean
    readonly wip_limit?: number
  }[]
  readonly labels: readonly { readonly name: string; readonly color: string }[]
  readonly cards: readonly ExampleCard[]
}

export interface ExampleCard {
  /** The name of its list. */
  readonly list: string
  readonly name: string
  readonly labels: readonly string[]
  readonly people?: readonly TeamMember[]
  readonly due?: number
  readonly description?: string
  /** The title of the feedback post that asks for it. */
  readonly post?: string
}

export const people = [
  'Elin Morgan',
  'Jude Tan',
  'Sol Okoro',
  'Kit Nakamura',
  'Mara Petit',
  'Rhys Lloyd',
] as const
type TeamMember = (typeof people)[number]
