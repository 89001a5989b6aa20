import type { PlannedMember } from '#client/importers/core/apply-members.ts'
import { type Findings, type Notebook, openNotebook } from '#client/importers/core/import-plan.ts'
import { nameKey } from '#client/importers/core/name-key.ts'
import { lengthOf, oneLine } from '#client/importers/core/sanitize.ts'
import {
  type FeedbackKind,
  type FeedbackPlan,
  type PlannedComment,
  type PlannedFeedbackBoard,
  type PlannedPost,
  type PlannedTag,
  type PlannedUser,
  type PlannedVote,
  feedbackKinds,
} from './feedback-plan.ts'

/** What the parts of a feedback importer gather. People and tags are named once, however often they appear. */
export interface FeedbackReading {
  readonly notebook: Notebook<FeedbackKind>
  readonly posts: PlannedPost[]
  readonly comments: PlannedComment[]
  readonly votes: PlannedVote[]
  member(person: PlannedMember): string
  user(user: PlannedUser): string
  /** Knows a tag that is to be made; undefined when it cannot be one, which is noted. */
  tag(given: PlannedTag, id: string): string | undefined
  /** The names that one post can have. */
  tags(given: readonly PlannedTag[], id: string): string[]
  plan(
    source: string,
    board: PlannedFeedbackBoard,
    left: Pick<Findings, 'not_mapped' | 'empty'>,
  ): FeedbackPlan
}

const mostTags = 20
const longestTag = 100

export function openReading(): FeedbackReading {
  const notebook = openNotebook<FeedbackKind>()
  const members = new Map<string, PlannedMember>()
  const users = new Map<string, PlannedUser>()
  const tags = new Map<string, PlannedTag>()
  const posts: PlannedPost[] = []
  const comments: PlannedComment[] = []
  const votes: PlannedVote[] = []

  function tagOf({ name: written, color }: PlannedTag, id: string): string | undefined {
    const name = oneLine(written).text
    if (name === '') return undefined
    if (lengthOf(name) > longestTag) {
      notebook.note(`tag of more than ${longestTag} characters, left out`, id)
      return undefined
    }
    const key = nameKey(name)
    const known = tags.get(key)
    if (!known) tags.set(key, { name, color })
    return known?.name ?? name
  }

  return {
    notebook,
    posts,
    comments,
    votes,
    tag: tagOf,
    tags(given, id) {
      const names = [...new Set(given.flatMap((one) => tagOf(one, id) ?? []))]
      if (names.length > mostTags)
        notebook.note(`more than ${mostTags} tags, the others left out`, id)
      return names.slice(0, mostTags)
    },
    member(person) {
      if (!members.has(person.external_ref)) members.set(person.external_ref, person)
      return person.external_ref
    },
    user(user) {
      const known = users.get(user.ref)
      users.set(user.ref, known ? { ...known, name: known.name ?? user.name } : user)
      return user.ref
    },
    plan(source, board, left) {
      const made = {
        boards: posts.length === 0 ? [] : [board],
        members: [...members.values()],
        users: [...users.values()],
        tags: [...tags.values()],
        posts,
        comments,
        votes,
      }
      const read = (kind: FeedbackKind) =>
        made[kind].length + notebook.rejected.filter((one) => one.kind === kind).length
      const counts = feedbackKinds.map((kind) => [kind, read(kind)])
      const { boards, ...records } = made
      return {
        source,
        kinds: feedbackKinds,
        board: boards[0],
        ...records,
        findings: {
          // Object.fromEntries forgets whose keys they are.
          read: Object.fromEntries(counts) as Record<FeedbackKind, number>,
          rejected: notebook.rejected,
          notes: notebook.notes(),
          ...left,
        },
      }
    },
  }
}
