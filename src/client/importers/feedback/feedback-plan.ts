import type { Plan, SourceLocation } from '#client/importers/core/import-plan.ts'
import type { PlannedMember } from '#client/importers/core/import-run.ts'
import type { DateOrder } from '#client/importers/core/parse-date.ts'

export const feedbackKinds = [
  'boards',
  'members',
  'users',
  'tags',
  'posts',
  'comments',
  'votes',
] as const
export type FeedbackKind = (typeof feedbackKinds)[number]

/** What an export of issues or ideas asks for. */
export interface FeedbackPlan extends Plan<FeedbackKind> {
  /** Undefined when no post needs one. */
  readonly board: PlannedFeedbackBoard | undefined
  readonly members: readonly PlannedMember[]
  readonly users: readonly PlannedUser[]
  readonly tags: readonly PlannedTag[]
  readonly posts: readonly PlannedPost[]
  readonly comments: readonly PlannedComment[]
  readonly votes: readonly PlannedVote[]
}

/** One made for the source, or one that is here already, by its id or slug. */
export type PlannedFeedbackBoard =
  | { readonly external_ref: string; readonly name: string }
  | { readonly id_or_slug: string }

/** `ref` names the user inside the plan. */
export type PlannedUser = {
  readonly ref: string
  readonly name: string | undefined
  readonly bot: boolean
} & ({ readonly external_id: string } | { readonly email: string })

export interface PlannedTag {
  readonly name: string
  readonly color?: string | undefined
}

export interface PlannedPost extends Timestamps, Pick<SourceLocation, 'path'> {
  readonly external_ref: string
  readonly title: string
  readonly details: string
  /** A key, or the name of a status; undefined for the default one. */
  readonly status: string | undefined
  readonly tags: readonly string[]
  /** Undefined when the file names nobody: then an owner set here stays. */
  readonly owner_ref?: string | undefined
  readonly eta?: string | undefined
  /** Undefined for the team. */
  readonly user_ref: string | undefined
  readonly imported_votes: number
  /** The post that this one repeats: its details end in a link to it. */
  readonly duplicate_of?: string | undefined
}

export interface PlannedComment extends Timestamps, Pick<SourceLocation, 'path'> {
  readonly external_ref: string
  readonly post_ref: string
  readonly body: string
  readonly internal: boolean
  readonly author: CommentAuthor
}

/** A user of the portal, a member of the team, or the team itself. */
export type CommentAuthor = { readonly user_ref: string } | { readonly member_ref: string } | 'team'

export interface PlannedVote extends Pick<SourceLocation, 'path'> {
  readonly post_ref: string
  readonly user_ref: string
  readonly created_at: string | undefined
}

interface Timestamps {
  readonly created_at: string | undefined
  readonly updated_at: string | undefined
}

export interface FeedbackOptions {
  /** Names what is imported, where the file does not: two sites that number their posts alike need two names. */
  readonly source?: string | undefined
  /** Id or slug of the board here; otherwise one is made for the source. */
  readonly board?: string | undefined
  /** Of dates such as `03/04/2023`; the file decides where it can. */
  readonly date_order?: DateOrder | undefined
}
