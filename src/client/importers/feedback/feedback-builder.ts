import {
  createFindings,
  type ParseFindings,
  type SourceLocation,
  type UnmappedFields,
} from '#client/importers/core/import-plan.ts'
import type { PlannedMember } from '#client/importers/core/import-run.ts'
import {
  lengthOf,
  sanitizeLine,
  sanitizeField,
  sanitizeText,
} from '#client/importers/core/sanitize.ts'
import { nameKey } from '#contract/names.rules.ts'
import {
  type FeedbackKind,
  type FeedbackOptions,
  type FeedbackPlan,
  type PlannedComment,
  type PlannedPost,
  type PlannedTag,
  type PlannedUser,
  type PlannedVote,
  feedbackKinds,
} from './feedback-plan.ts'

/** Collects the records of a feedback plan. People and tags are unique, however often they appear. */
export interface FeedbackBuilder {
  readonly findings: ParseFindings<FeedbackKind>
  readonly posts: PlannedPost[]
  readonly comments: PlannedComment[]
  readonly votes: PlannedVote[]
  addMember(person: PlannedMember): string
  addUser(user: PlannedUser): string
  /** Adds a tag once and returns its name; undefined, with a warning, when it cannot be one. */
  addTag(tag: PlannedTag, id: string): string | undefined
  /** The names that one post can have. */
  tags(tags: readonly PlannedTag[], id: string): string[]
  /** `board` is created unless the options name an existing one. */
  toPlan(source: string, board: PlannedMember, unmapped: UnmappedFields): FeedbackPlan
}

/** Of one post. */
export const maxTags = 20
const maxTagLength = 100

export function createFeedbackBuilder(options: FeedbackOptions): FeedbackBuilder {
  const findings = createFindings<FeedbackKind>()
  const members = new Map<string, PlannedMember>()
  const users = new Map<string, PlannedUser>()
  const tags = new Map<string, PlannedTag>()
  const posts: PlannedPost[] = []
  const comments: PlannedComment[] = []
  const votes: PlannedVote[] = []

  function addTag({ name: body, color }: PlannedTag, id: string): string | undefined {
    const name = sanitizeLine(body).text
    if (name === '') return undefined
    if (lengthOf(name) > maxTagLength) {
      findings.warn('tag_too_long', { limit: maxTagLength }, id)
      return undefined
    }
    const key = nameKey(name)
    const existing = tags.get(key)
    if (!existing) tags.set(key, { name, color })
    return existing?.name ?? name
  }

  /** The first name of somebody; a login or an address stands for one only where no other is known. */
  function chooseName(
    path: 'members' | 'users',
    ref: string,
    first: string | undefined,
    other: string | undefined,
  ): string | undefined {
    const standsIn = (name: string | undefined) =>
      name === undefined || ref.toLowerCase().endsWith(`:${name.toLowerCase()}`)
    if (first === undefined || standsIn(first)) return standsIn(other) ? (first ?? other) : other
    if (other !== undefined && !standsIn(other) && nameKey(other) !== nameKey(first))
      findings.warn('other_name', { path }, `${ref}, ${other}`)
    return first
  }

  return {
    findings,
    posts,
    comments,
    votes,
    addTag,
    tags(plannedTags, id) {
      const names = [...new Set(plannedTags.flatMap((one) => addTag(one, id) ?? []))]
      if (names.length > maxTags) findings.warn('too_many', { path: 'tags', limit: maxTags }, id)
      return names.slice(0, maxTags)
    },
    addMember(person) {
      const { external_ref } = person
      const existing = members.get(external_ref)
      const name = chooseName('members', external_ref, existing?.name, person.name)
      members.set(external_ref, { ...(existing ?? person), name: name ?? person.name })
      return external_ref
    },
    addUser(user) {
      const existing = users.get(user.ref)
      const name = chooseName('users', user.ref, existing?.name, user.name)
      users.set(user.ref, { ...(existing ?? user), name })
      return user.ref
    },
    toPlan(source, board, unmapped) {
      const records = {
        members: [...members.values()],
        users: [...users.values()],
        tags: [...tags.values()],
        posts,
        comments,
        votes,
      }
      const needsBoard = posts.length > 0
      const target = options.board === undefined ? board : { id_or_slug: options.board }
      const accepted = {
        boards: needsBoard ? 1 : 0,
        members: members.size,
        users: users.size,
        tags: tags.size,
        posts: posts.length,
        comments: comments.length,
        votes: votes.length,
      }
      return {
        source,
        kinds: feedbackKinds,
        board: needsBoard ? target : undefined,
        ...records,
        findings: findings.finish(accepted, unmapped),
      }
    },
  }
}

interface PostInput {
  /** As `issues[].title`, for notes. */
  readonly fieldPath: string
  readonly title: unknown
  readonly details: unknown
}

const limits = { title: 255, details: 50_000, comment: 10_000 } as const

/**
 * Title and details of a post; undefined after rejecting one without a title, or with more details than fit. A title
 * that is too long is shortened and stands whole before the details.
 */
export function parsePostTexts(
  { findings }: FeedbackBuilder,
  { path, id }: SourceLocation,
  { fieldPath, ...texts }: PostInput,
): { title: string; details: string } | undefined {
  const reject = (reason: string): undefined => {
    findings.reject({ kind: 'posts', path, id, reason })
  }
  const name = id ?? path
  const parseField = (field: string, value: unknown, sanitize: typeof sanitizeLine) =>
    sanitizeField(findings, `${fieldPath}.${field}`, name, value, sanitize)
  const title = parseField('title', texts.title, sanitizeLine)
  const body = parseField('body', texts.details, sanitizeText)
  if (title === '') return reject('it has no title')
  const short = truncateTitle(title)
  const details = short === title ? body : [title, body].filter(Boolean).join('\n\n')
  if (short !== title) {
    findings.warn('title_too_long', { path: `${fieldPath}.title`, limit: limits.title }, name)
  }
  const length = lengthOf(details)
  if (length <= limits.details) return { title: short, details }
  return reject(`the details have ${length} characters (at most ${limits.details})`)
}

function truncateTitle(title: string): string {
  const chars = [...title]
  if (chars.length <= limits.title) return title
  const start = chars.slice(0, limits.title - 1).join('')
  return `${start.trimEnd()}…`
}

/** The text of a comment; undefined after rejecting one that is blank or too long. */
export function parseCommentText(
  { findings }: FeedbackBuilder,
  { path, id }: SourceLocation,
  value: unknown,
): string | undefined {
  const body = sanitizeField(findings, 'comments[].body', id ?? path, value, sanitizeText)
  const length = lengthOf(body)
  const reason =
    body.trim() === ''
      ? 'it is blank'
      : length > limits.comment && `it has ${length} characters (at most ${limits.comment})`
  if (reason === false) return body
  findings.reject({ kind: 'comments', path, id, reason })
  return undefined
}
