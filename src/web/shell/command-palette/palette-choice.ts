import type { LucideIcon } from 'lucide-react'

import type { Findable } from './palette-search.rules.ts'

/** What the palette offers: a place to go, something to do, or a thing without a page whose name can be copied. */
export interface Choice extends Findable {
  readonly icon: LucideIcon
  /** What it is, at the end of the line. */
  readonly detail?: string
  /** The keys that do the same. */
  readonly keys?: string
  readonly does: { readonly to: string } | { readonly act: () => void } | { readonly copy: string }
}

export interface ChoiceGroup {
  readonly heading: string
  readonly choices: readonly Choice[]
}
