import type { Member } from '#contract/developers/workspace.ts'
import type { Author } from '#contract/feedback/posts.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { Context } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { boardForPost } from '#service/feedback/setup/boards.store.ts'
import { namedMatching } from '#service/feedback/setup/named-resource.store.ts'
import { addNamed } from '#service/feedback/setup/named-resource.ts'
import { statusNames } from '#service/feedback/setup/statuses.store.ts'
import { type resolveActingUser } from '#service/feedback/users/acting-user.ts'
import { findMember, workspaceOwner } from '#service/feedback/users/members.store.ts'
import { findUser } from '#service/feedback/users/users.store.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'

export async function requireBoard(
  db: WorkspaceDb,
  { board_id, board }: { board_id?: string | undefined; board?: string | undefined },
) {
  const id = board_id ?? board
  if (id === undefined) throw invalidField('/board_id', 'required', 'board_id: is required')
  if (board_id !== undefined && board !== undefined && board !== board_id)
    throw invalidField(
      '/board',
      'contradicts',
      'The board is specified twice, with different values.',
    )
  const existing = await boardForPost(db, id)
  if (!existing)
    throw referenceNotFound(board_id === undefined ? '/board' : '/board_id', 'feedback board', id)
  return existing
}

/** By key or id; the default status when omitted. */
export async function requireStatus(db: WorkspaceDb, ref: string | undefined) {
  const statuses = await statusNames(db)
  const status =
    ref === undefined
      ? statuses.find(({ is_default }) => is_default)
      : statuses.find(({ id, key }) => id === ref || key === ref)
  if (!status)
    throw invalidField(
      '/status',
      'unknown_status',
      `status: must be one of ${statuses.map(({ key }) => key).join(', ')}`,
    )
  return status
}

/** By name, ignoring case; creates missing tags. */
export async function findOrCreateTags(
  context: Pick<Context, 'db' | 'now' | 'emit'>,
  names: readonly string[],
) {
  const namesByKey = [...new Map(names.map((name) => [nameKey(name), name])).entries()]
  if (namesByKey.length === 0) return []
  const existing = await namedMatching(context.db, 'post_tags', names)
  const tags: { id: string; name: string }[] = []
  for (const [key, name] of namesByKey) {
    const tag =
      existing.find(({ name_key }) => name_key === key) ??
      (await addNamed(context, 'post_tags', { name }))
    tags.push({ id: tag.id, name: tag.name })
  }
  return tags
}

export async function requireOwner(db: WorkspaceDb, ref: string | null): Promise<Member | null> {
  if (ref === null) return null
  const member = await findMember(db, ref)
  if (!member) throw referenceNotFound('/owner', 'member', ref)
  return member
}

interface AuthorInput {
  readonly import?: boolean | undefined
  readonly author?: Pick<Author, 'type' | 'id'> | undefined
}

/** The acting user, else the author in an import, else the team, represented by the owner. */
export async function resolveAuthor(
  db: WorkspaceDb,
  user: Awaited<ReturnType<typeof resolveActingUser>>,
  { import: isImport, author }: AuthorInput,
): Promise<Author> {
  if (user) return { type: 'user', id: user.id, name: user.name, avatar_url: user.avatar_url }
  if (isImport !== true || !author) return { type: 'team', ...(await workspaceOwner(db)) }
  const existing =
    author.type === 'user' ? await findUser(db, author.id) : await findMember(db, author.id)
  if (!existing)
    throw referenceNotFound('/author/id', author.type === 'user' ? 'user' : 'member', author.id)
  return {
    type: author.type,
    id: existing.id,
    name: existing.name,
    avatar_url: existing.avatar_url,
  }
}
