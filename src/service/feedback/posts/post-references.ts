import type { Member } from '#contract/developers/workspace.ts'
import type { Author } from '#contract/feedback/posts.ts'
import type { Context } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { boardForPost } from '#service/feedback/setup/boards.store.ts'
import { namedLike } from '#service/feedback/setup/named-resource.store.ts'
import { makeNamed } from '#service/feedback/setup/named-resource.ts'
import { nameKey } from '#service/feedback/setup/names.rules.ts'
import { statusNames } from '#service/feedback/setup/statuses.store.ts'
import { type actingUserOf } from '#service/feedback/users/acting-user.ts'
import { findMember, workspaceOwner } from '#service/feedback/users/members.store.ts'
import { findUser } from '#service/feedback/users/users.store.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'

/** What the body of a post or a comment refers to. */

export async function boardFor(
  db: WorkspaceDb,
  { board_id, board }: { board_id?: string | undefined; board?: string | undefined },
) {
  const id = board_id ?? board
  if (id === undefined) throw invalidField('/board_id', 'required', 'board_id: is required')
  if (board_id !== undefined && board !== undefined && board !== board_id)
    throw invalidField('/board', 'contradicts', 'The board is given twice, with different values.')
  const found = await boardForPost(db, id)
  if (!found)
    throw referenceNotFound(board_id === undefined ? '/board' : '/board_id', 'feedback board', id)
  return found
}

/** By key or id; the default one when none is named. */
export async function statusFor(db: WorkspaceDb, named: string | undefined) {
  const all = await statusNames(db)
  const status =
    named === undefined
      ? all.find(({ is_default }) => is_default)
      : all.find(({ id, key }) => id === named || key === named)
  if (!status)
    throw invalidField(
      '/status',
      'unknown_status',
      `status: must be one of ${all.map(({ key }) => key).join(', ')}`,
    )
  return status
}

/** By name, whatever the case; a tag that is not there yet is made. */
export async function tagsFor(
  context: Pick<Context, 'db' | 'now' | 'emit'>,
  names: readonly string[],
) {
  const wanted = [...new Map(names.map((name) => [nameKey(name), name])).entries()]
  if (wanted.length === 0) return []
  const found = await namedLike(context.db, 'post_tags', names)
  const tags: { id: string; name: string }[] = []
  for (const [key, name] of wanted) {
    const tag =
      found.find(({ name_key }) => name_key === key) ??
      (await makeNamed(context, 'post_tags', { name }))
    tags.push({ id: tag.id, name: tag.name })
  }
  return tags
}

export async function ownerFor(db: WorkspaceDb, named: string | null): Promise<Member | null> {
  if (named === null) return null
  const member = await findMember(db, named)
  if (!member) throw referenceNotFound('/owner', 'member', named)
  return member
}

interface Written {
  readonly import?: boolean | undefined
  readonly author?: Pick<Author, 'type' | 'id'> | undefined
}

/** The user who acts, or whom an import names; otherwise the team, for which the owner stands. */
export async function authorFor(
  db: WorkspaceDb,
  user: Awaited<ReturnType<typeof actingUserOf>>,
  { import: importing, author }: Written,
): Promise<Author> {
  if (user) return { type: 'user', id: user.id, name: user.name, avatar_url: user.avatar_url }
  if (importing !== true || !author) return { type: 'team', ...(await workspaceOwner(db)) }
  const found =
    author.type === 'user' ? await findUser(db, author.id) : await findMember(db, author.id)
  if (!found)
    throw referenceNotFound('/author/id', author.type === 'user' ? 'user' : 'member', author.id)
  return { type: author.type, id: found.id, name: found.name, avatar_url: found.avatar_url }
}
