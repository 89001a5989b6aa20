import type { Plan } from '#client/importers/core/import-plan.ts'

export const changelogKinds = ['labels', 'entries'] as const
export type ChangelogKind = (typeof changelogKinds)[number]

/** What a changelog file asks for. */
export interface ChangelogPlan extends Plan<ChangelogKind> {
  /** Names the changelog, so that the `1.0.0` of two products are two entries. */
  readonly name: string
  readonly labels: readonly string[]
  /** In the order of making: of two of one day the one that is to stand below first. */
  readonly entries: readonly PlannedEntry[]
}

/** An entry as it stands in the file. */
export interface ParsedEntry {
  /** Names it in its changelog. */
  readonly key: string
  /** What else tells it from other entries of that name. */
  readonly words: string
  readonly path: string
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
  readonly publish_at: string | null
  /** Not to be published, whatever its date. */
  readonly draft: boolean
}

export interface PlannedEntry extends Pick<ParsedEntry, 'title' | 'body' | 'labels' | 'path'> {
  readonly external_ref: string
  /** Null for a draft. */
  readonly publish_at: string | null
  /** False when the file has no date for it: then one that is published here keeps the date it has. */
  readonly dated: boolean
}

export interface ChangelogOptions {
  /** Names the changelog; otherwise the repository that its versions link to, or the name of the file. */
  readonly source?: string | undefined
  /** What becomes of versions without a date: drafts unless told otherwise. */
  readonly undated?: 'draft' | 'published' | undefined
  /** `2026-11-21`: the date of versions without one, when they are published. */
  readonly today: string
}
