import type { PlannedMember } from '#client/importers/core/apply-members.ts'
import { nameKey } from '#client/importers/core/external-ref.ts'
import type { Place } from '#client/importers/core/import-outcomes.ts'
import {
  type Findings,
  type ParseFindings,
  createFindings,
} from '#client/importers/core/import-plan.ts'
import { lengthOf, oneLine, cleaned, manyLines } from '#client/importers/core/sanitize.ts'
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
  readonly notebook: ParseFindings<FeedbackKind>
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

export function createFeedbackBuilder(): FeedbackReading {
  const notebook = createFindings<FeedbackKind>()
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
      notebook.warn(`tag of more than ${longestTag} characters, left out`, id)
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
        notebook.warn(`more than ${mostTags} tags, the others left out`, id)
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

interface Given {
  /** As `issues[].title`, for notes. */
  readonly of: string
  readonly title: unknown
  readonly details: unknown
}

const limits = { title: 255, details: 50_000, comment: 10_000 } as const

/**
 * Title and details of a post; undefined after rejecting one without a title, or with more details than fit. A title
 * that is too long is shortened and stands whole before the details.
 */
export function postTexts(
  { notebook }: FeedbackReading,
  { path, id }: Place,
  { of, ...given }: Given,
): { title: string; details: string } | undefined {
  const reject = (reason: string): undefined => {
    notebook.reject({ kind: 'posts', path, id, reason })
  }
  const name = id ?? path
  const title = cleaned(notebook, `${of}.title`, name, given.title, oneLine).text
  const written = cleaned(notebook, `${of}.body`, name, given.details, manyLines).text
  if (title === '') return reject('it has no title')
  const short = shortened(title)
  const details = short === title ? written : [title, written].filter(Boolean).join('\n\n')
  if (short !== title) {
    notebook.warn(
      `${of}.title: more than ${limits.title} characters, shortened; the whole stands before the details`,
      name,
    )
  }
  const length = lengthOf(details)
  if (length <= limits.details) return { title: short, details }
  return reject(`its details have ${length} characters, more than ${limits.details}`)
}

function shortened(title: string): string {
  const chars = [...title]
  if (chars.length <= limits.title) return title
  return `${chars
    .slice(0, limits.title - 1)
    .join('')
    .trimEnd()}…`
}

/** The text of a comment; undefined after rejecting one that is blank or too long. */
export function commentText(
  { notebook }: FeedbackReading,
  { path, id }: Place,
  value: unknown,
): string | undefined {
  const body = cleaned(notebook, 'comments[].body', id ?? path, value, manyLines).text
  const length = lengthOf(body)
  const reason =
    body.trim() === ''
      ? 'it is blank'
      : length > limits.comment && `it has ${length} characters, more than ${limits.comment}`
  if (reason === false) return body
  notebook.reject({ kind: 'comments', path, id, reason })
  return undefined
}
