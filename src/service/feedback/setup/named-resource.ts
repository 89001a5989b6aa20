import type { Context } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { notFound, externalRefTaken } from '#service/refusal.ts'
import {
  type NamedKind,
  deleteNamed,
  findNamed,
  insertNamed,
  lockNamed,
  namedLike,
  namedWithRef,
  saveNamed,
} from './named-resource.store.ts'
import { nameKey, nameTaken } from './names.rules.ts'

/** What tags of posts and labels of the changelog have in common; each is told of as a setting. */
const told = {
  post_tags: { type: 'post_tag', prefix: 'ptg', word: 'tag' },
  changelog_labels: { type: 'changelog_label', prefix: 'cll', word: 'label' },
} as const

interface Draft {
  readonly name?: string | undefined
  readonly color?: string | null | undefined
  readonly external_ref?: string | undefined
}

export async function makeNamed(
  { db, now, emit }: Pick<Context, 'db' | 'now' | 'emit'>,
  kind: NamedKind,
  { name = '', color, external_ref }: Draft,
) {
  const taken = external_ref && (await namedWithRef(db, kind, external_ref))
  if (taken) throw externalRefTaken(taken)
  await refuseTaken(db, kind, name)
  const { type, prefix } = told[kind]
  const named = {
    id: newId(prefix, now),
    name,
    color: color ?? 'gray',
    external_ref: external_ref ?? null,
  }
  await insertNamed(db, kind, named, now)
  await emit('settings.changed', { type, id: named.id, action: 'created' })
  return { ...named, count: 0, version: '1' }
}

export async function changeNamed(
  { db, now, emit, expectVersion }: Context,
  kind: NamedKind,
  id: string,
  { name, color }: Draft,
) {
  const before = await lockNamed(db, kind, id)
  if (!before) throw notFound(told[kind].word, id)
  expectVersion(before)
  const after = {
    ...before,
    name: name ?? before.name,
    color: color === undefined ? before.color : (color ?? 'gray'),
  }
  await refuseTaken(db, kind, after.name, id)
  if (after.name === before.name && after.color === before.color) return before
  await saveNamed(db, kind, after, now)
  await emit('settings.changed', { type: told[kind].type, id, action: 'updated' })
  return { ...after, version: String(Number(before.version) + 1) }
}

export async function removeNamed(
  { db, now, emit, expectVersion }: Context,
  kind: NamedKind,
  id: string,
) {
  const named = await lockNamed(db, kind, id)
  if (!named) throw notFound(told[kind].word, id)
  expectVersion(named)
  await deleteNamed(db, kind, id, now)
  await emit('settings.changed', { type: told[kind].type, id, action: 'deleted' })
  return undefined
}

export async function requireNamedResource(db: WorkspaceDb, kind: NamedKind, id: string) {
  if (!(await findNamed(db, kind, id))) throw notFound(told[kind].word, id)
}

async function refuseTaken(db: WorkspaceDb, kind: NamedKind, name: string, but?: string) {
  const like = await namedLike(db, kind, [name])
  const other = like.find(({ id, name_key }) => id !== but && name_key === nameKey(name))
  if (other) throw nameTaken('name', other.id)
}
