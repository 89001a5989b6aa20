import { tagKey } from '#contract/email/tags.rules.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { lockListForKeyShare, lockList } from '#service/email/lists/lists.store.ts'
import { fetchPage } from '#service/page-query.ts'
import { Refusal, conflict } from '#service/refusal.ts'
import { requireList } from './contacts.ts'
import { deleteTag, respellTag, renameTag } from './tag-changes.store.ts'
import { type TagWithSortKey, countTags, findTag, insertTag, tagsAfter } from './tags.store.ts'

export const tagVerbs = {
  async 'GET /lists/:list_id/tags'({ db, cursor }, { list_id, ...page }) {
    await requireList(db, list_id)
    const tags = await fetchPage(cursor, page, {
      rows: (last, limit) => tagsAfter(db, list_id, last, limit),
      keyOf: ({ sortKey: place }) => place,
      total: () => countTags(db, list_id),
    })
    return { ...tags, data: tags.data.map(withoutSortKey) }
  },

  async 'POST /lists/:list_id/tags'({ db, now, emit }, { list_id, name }) {
    await requireList(db, list_id)
    lockListForKeyShare(db, list_id)
    if (!(await insertTag(db, list_id, { key: tagKey(name), name }, now)))
      throw conflict('name_taken', `This list already has a tag ${name}.`, { field: '/name' })
    await emit('settings.changed', tagEventData(list_id, name, 'created'))
    return requireTag(db, list_id, name)
  },

  async 'PATCH /lists/:list_id/tags/:tag'(
    { db, now, emit, expectVersion },
    { list_id, tag, name },
  ) {
    await lockList(db, list_id)
    const before = await requireTag(db, list_id, tag)
    expectVersion(before)
    if (name === undefined || name === before.name) return before
    const [from, to] = [tagKey(before.name), tagKey(name)]
    if (from === to) await respellTag(db, list_id, { key: to, from: before.name, to: name }, now)
    else await renameTag(db, list_id, { from, to, name }, now)
    await emit('settings.changed', tagEventData(list_id, before.name, 'updated'))
    return requireTag(db, list_id, name)
  },

  async 'DELETE /lists/:list_id/tags/:tag'({ db, now, emit, expectVersion }, { list_id, tag }) {
    await lockList(db, list_id)
    const found = await requireTag(db, list_id, tag)
    expectVersion(found)
    await deleteTag(db, list_id, tagKey(found.name), now)
    await emit('settings.changed', tagEventData(list_id, found.name, 'deleted'))
    return undefined
  },
} satisfies Partial<Verbs>

const withoutSortKey = ({ sortKey: _sortKey, ...tag }: TagWithSortKey) => tag

// Tags have no id.
const tagEventData = (list_id: string, name: string, action: string) => ({
  type: 'list_tag',
  id: `${list_id}/${name}`,
  action,
})

export async function requireTag(db: WorkspaceDb, list_id: string, name: string) {
  await requireList(db, list_id)
  const tag = await findTag(db, list_id, name)
  if (!tag) throw new Refusal('not_found', `This list has no tag ${name}.`)
  return tag
}
