import type { Entry } from '#contract/feedback/changelog.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { namedLike } from '#service/feedback/setup/named-resource.store.ts'
import { findMember, workspaceOwner } from '#service/feedback/users/members.store.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, referenceNotFound, notFound, externalRefTaken } from '#service/refusal.ts'
import {
  type StoredEntry,
  asPublished,
  isDue,
  notifies,
  planned,
  publishedNow,
  statusAt,
} from './changelog.rules.ts'
import {
  claimDueEntry,
  countEntries,
  deleteEntry,
  entriesAfter,
  entryWithRef,
  existingPosts,
  findEntry,
  insertEntry,
  lockEntry,
  saveEntry,
} from './changelog.store.ts'

type EmitContext = Pick<Context, 'db' | 'now' | 'emit'>
const plainFields = ['title', 'body', 'label_ids', 'notify', 'post_ids'] as const

export const changelogVerbs = {
  async 'GET /feedback/changelog/entries'({ db, cursor, now }, query) {
    const { include_drafts, label, status, external_ref, ...page } = query
    const filter = {
      now,
      external_ref,
      status: status ?? (include_drafts === true ? allStatuses : publishedOnly),
      label_ids:
        label === undefined
          ? undefined
          : (await namedLike(db, 'changelog_labels', [label])).map(({ id }) => id),
    }
    const { data, paging } = await fetchPage(cursor, page, {
      rows: (last, limit) => entriesAfter(db, filter, last, limit),
      keyOf: ({ published_at, publish_at, created_at, id }) => [
        published_at ?? publish_at ?? created_at,
        id,
      ],
      total: () => countEntries(db, filter),
    })
    return { data: data.map(publicEntry), paging }
  },

  async 'GET /feedback/changelog/entries/:entry_id'({ db, now }, { entry_id }) {
    return publicEntry(await requireEntry(db, entry_id, now))
  },

  async 'POST /feedback/changelog/entries'({ db, now, emit }, draft) {
    const importing = draft.import === true
    const taken = draft.external_ref && (await entryWithRef(db, draft.external_ref))
    if (taken) throw externalRefTaken(taken)
    const named = importing ? draft.author : undefined
    const author = named ? await findMember(db, named.id) : await workspaceOwner(db)
    if (!author) throw referenceNotFound('/author/id', 'member', named?.id ?? '')
    const created_at = (importing ? draft.created_at : undefined) ?? now.toISOString()
    const publish_at = draft.publish_at ?? null
    const moments = { publish_at, published_at: null }
    const status = statusAt(moments, now)
    const entry: StoredEntry = {
      id: newId('chg', now),
      title: draft.title,
      body: draft.body ?? '',
      status,
      label_ids: await labelsFor(db, draft.label_ids ?? []),
      publish_at,
      published_at: status === 'published' ? publish_at : null,
      notify: notifies(draft.notify ?? true, publish_at, now, { importing, announced: false }),
      announced: false,
      post_ids: await postsFor(db, draft.post_ids ?? []),
      author,
      url: null,
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: (importing ? draft.updated_at : undefined) ?? created_at,
    }
    await insertEntry(db, { ...entry, announced: status === 'published' && entry.notify })
    const made = publicEntry(entry)
    await emit('changelog.created', made)
    if (status === 'scheduled') await emit('changelog.scheduled', made)
    if (status === 'published') await emit('changelog.published', made)
    return made
  },

  async 'PATCH /feedback/changelog/entries/:entry_id'(context, { entry_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockAndPublishIfDue(context, entry_id)
    const importing = change.import === true
    const label_ids = change.label_ids && (await labelsFor(db, change.label_ids))
    const post_ids = change.post_ids && (await postsFor(db, change.post_ids))
    expectVersion(before)
    const dated = change.publish_at === undefined ? before : planned(before, change.publish_at, now)
    const publishes = dated.status === 'published' && before.status !== 'published'
    const wanted = change.notify ?? before.notify
    const after: StoredEntry = {
      ...dated,
      title: change.title ?? before.title,
      body: change.body ?? before.body,
      label_ids: label_ids ?? before.label_ids,
      post_ids: post_ids ?? before.post_ids,
      notify:
        before.status === 'published'
          ? before.notify
          : notifies(wanted, dated.publish_at, now, { importing, announced: before.announced }),
      updated_at: (importing ? change.updated_at : undefined) ?? now.toISOString(),
    }
    const plain = changesBetween(before, after, plainFields)
    const moves = changesBetween(before, after, ['publish_at', 'status'])
    if (!plain && !moves) return publicEntry(before)
    const saved = await savedEntry(db, {
      ...after,
      announced: after.announced || (publishes && after.notify),
    })
    const withdrawn = moves && saved.status === 'draft'
    if (plain || withdrawn)
      await emit('changelog.updated', saved, { ...plain, ...(withdrawn ? moves : {}) })
    if (moves && saved.status === 'scheduled') await emit('changelog.scheduled', saved, moves)
    if (publishes) await emit('changelog.published', saved)
    return saved
  },

  async 'DELETE /feedback/changelog/entries/:entry_id'(context, { entry_id }) {
    const { db, now, emit, expectVersion } = context
    expectVersion(await lockAndPublishIfDue(context, entry_id))
    await deleteEntry(db, entry_id)
    await emit('changelog.deleted', { id: entry_id, deleted_at: now.toISOString() })
    return undefined
  },

  async 'POST /feedback/changelog/entries/:entry_id/publish'(context, { entry_id, notify }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockAndPublishIfDue(context, entry_id)
    expectVersion(before)
    const published = publishedNow(before, now)
    const tells = (notify ?? before.notify) && !before.announced
    const saved = await savedEntry(db, {
      ...published,
      notify: tells,
      announced: before.announced || tells,
      updated_at: now.toISOString(),
    })
    await emit('changelog.published', saved)
    return saved
  },

  async 'POST /feedback/changelog/entries/:entry_id/unpublish'(context, { entry_id }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockAndPublishIfDue(context, entry_id)
    expectVersion(before)
    if (before.status !== 'published')
      throw conflict('not_published', 'This entry is not published.')
    const saved = await savedEntry(db, {
      ...before,
      status: 'draft',
      publish_at: null,
      published_at: null,
      // Whoever was told once is not told again when it comes back.
      notify: before.notify && !before.announced,
      updated_at: now.toISOString(),
    })
    await emit('changelog.unpublished', saved)
    return saved
  },
} satisfies Partial<Verbs>

const allStatuses: readonly Entry['status'][] = ['draft', 'scheduled', 'published']
const publishedOnly: readonly Entry['status'][] = ['published']

export async function requireEntry(db: WorkspaceDb, entry_id: string, now: Date) {
  const entry = await findEntry(db, entry_id, now)
  if (!entry) throw notFound('changelog entry', entry_id)
  return entry
}

/** Publishes an entry whose time has come, once: whoever has the row writes the event. False when another had it. */
export async function publishDueEntry(context: EmitContext, entry_id: string): Promise<boolean> {
  const entry = await claimDueEntry(context.db, entry_id, context.now)
  if (!entry) return false
  await publishDue(context, entry)
  return true
}

/** The entry under lock, as every reader sees it: one that is due was published, and is told of, before it changes. */
async function lockAndPublishIfDue(context: EmitContext, entry_id: string): Promise<StoredEntry> {
  const entry = await lockEntry(context.db, entry_id)
  if (!entry) throw notFound('changelog entry', entry_id)
  if (isDue(entry, context.now)) return publishDue(context, entry)
  return { ...entry, status: statusAt(entry, context.now) }
}

async function publishDue({ db, emit }: EmitContext, entry: StoredEntry): Promise<StoredEntry> {
  const published = asPublished(entry)
  await saveEntry(db, published)
  await emit('changelog.published', publicEntry(published))
  return published
}

async function savedEntry(db: WorkspaceDb, entry: StoredEntry): Promise<Entry> {
  const next = { ...entry, version: String(Number(entry.version) + 1) }
  await saveEntry(db, next)
  return publicEntry(next)
}

const publicEntry = ({ announced: _announced, ...entry }: StoredEntry): Entry => entry

async function labelsFor(db: WorkspaceDb, label_ids: readonly string[]): Promise<string[]> {
  const found = await namedLike(db, 'changelog_labels', label_ids)
  return known(label_ids, new Set(found.map(({ id }) => id)), 'label')
}

async function postsFor(db: WorkspaceDb, post_ids: readonly string[]): Promise<string[]> {
  return known(post_ids, new Set(await existingPosts(db, post_ids)), 'post')
}

/** Without repeats, in the order given. */
function known(ids: readonly string[], found: ReadonlySet<string>, what: 'label' | 'post') {
  const missing = ids.findIndex((id) => !found.has(id))
  if (missing !== -1) throw referenceNotFound(`/${what}_ids/${missing}`, what, ids[missing] ?? '')
  return [...new Set(ids)]
}
