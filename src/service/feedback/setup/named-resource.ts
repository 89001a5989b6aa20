import { nameKey } from '#contract/names.rules.ts'
import { sourceOfChanged } from '#service/activity.ts'
import type { Context } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { deleteById } from '#service/db/rows.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { lockPostsWith } from '#service/feedback/posts/reassign.store.ts'
import { withNextVersion } from '#service/field-changes.rules.ts'
import { notFound } from '#service/refusal.ts'
import {
  type NamedKind,
  findNamed,
  insertNamed,
  lockNamed,
  namedMatching,
  removeLabelOfEntries,
  removeTagOfPosts,
  saveNamed,
} from './named-resource.store.ts'
import { nameTaken } from './names.rules.ts'

/** Post tags and changelog labels share these verbs; both emit `settings.changed`. */
const resources = {
  post_tags: { type: 'post_tag', prefix: 'ptg', word: 'tag' },
  changelog_labels: { type: 'changelog_label', prefix: 'cll', word: 'label' },
} as const

interface Draft {
  readonly name?: string | undefined
  readonly color?: string | null | undefined
  readonly external_ref?: string | undefined
}

export async function createNamed(context: Context, kind: NamedKind, draft: Draft) {
  await requireUnusedRef(context.db, kind, draft.external_ref)
  await assertNameAvailable(context.db, kind, draft.name ?? '')
  return addNamed(context, kind, draft)
}

/** Where someone adds the same name meanwhile, the whole transaction is repeated. */
export async function addNamed(
  { db, now, emit }: Pick<Context, 'db' | 'now' | 'emit'>,
  kind: NamedKind,
  { name = '', color, external_ref }: Draft,
) {
  const { type, prefix } = resources[kind]
  const resource = {
    id: newId(prefix, now),
    name,
    color: color ?? 'gray',
    external_ref: external_ref ?? null,
  }
  await insertNamed(db, kind, resource, now)
  await emit('settings.changed', { type, id: resource.id, action: 'created' })
  return { ...resource, count: 0, version: '1' }
}

export async function updateNamed(
  { db, now, emit, expectVersion }: Context,
  kind: NamedKind,
  id: string,
  { name, color }: Draft,
) {
  const before = await lockNamed(db, kind, id)
  if (!before) throw notFound(resources[kind].word, id)
  expectVersion(before)
  const after = {
    ...before,
    name: name ?? before.name,
    color: color === undefined ? before.color : (color ?? 'gray'),
  }
  await assertNameAvailable(db, kind, after.name, id)
  if (after.name === before.name && after.color === before.color) return before
  await saveNamed(db, kind, after, now)
  await emit('settings.changed', { type: resources[kind].type, id, action: 'updated' })
  return withNextVersion(after)
}

export async function deleteNamedResource(context: Context, kind: NamedKind, id: string) {
  const { db, now, emit, expectVersion } = context
  const resource = await lockNamed(db, kind, id)
  if (!resource) throw notFound(resources[kind].word, id)
  expectVersion(resource)
  if (kind === 'post_tags') {
    await lockPostsWith(db, 'tag_ids', id)
    await removeTagOfPosts(db, id, sourceOfChanged(context, 'post.updated'), now)
  } else await removeLabelOfEntries(db, id, now)
  await deleteById(db, kind, id)
  await emit('settings.changed', { type: resources[kind].type, id, action: 'deleted' })
  return undefined
}

export async function requireNamedResource(db: WorkspaceDb, kind: NamedKind, id: string) {
  if (!(await findNamed(db, kind, id))) throw notFound(resources[kind].word, id)
}

async function assertNameAvailable(db: WorkspaceDb, kind: NamedKind, name: string, ownId?: string) {
  const candidates = await namedMatching(db, kind, [name])
  const duplicate = candidates.find(
    ({ id, name_key }) => id !== ownId && name_key === nameKey(name),
  )
  if (duplicate) throw nameTaken('name', duplicate.id)
}
