import type { Entry } from '#contract/feedback/changelog.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { namedMatching } from '#service/feedback/setup/named-resource.store.ts'
import { findMember, workspaceOwner } from '#service/feedback/users/members.store.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { findPublicChangelog } from '#service/public-changelog.store.ts'
import { conflict, orNotFound, referenceNotFound, notFound } from '#service/refusal.ts'
import {
  type StoredEntry,
  toPublished,
  isDue,
  shouldNotify,
  reschedule,
  publishNow,
  statusAt,
} from './changelog.rules.ts'
import {
  claimDueEntry,
  countEntries,
  deleteEntry,
  entriesAfter,
  existingPosts,
  findEntry,
  insertEntry,
  lockEntry,
  saveEntry,
} from './changelog.store.ts'
import {
  countVersions,
  findLatestVersion,
  findVersion,
  insertVersion,
  markReplaced,
  updateVersion,
  versionsAfter,
} from './entry-versions.store.ts'

type PageContext = Pick<Context, 'db' | 'public_base_url'>
type EmitContext = Pick<Context, 'now' | 'emit'> & PageContext
const plainFields = ['title', 'body', 'label_ids', 'notify', 'post_ids'] as const

export const changelogVerbs = {
  async 'GET /feedback/changelog/entries'(context, query) {
    const { db, cursor, now } = context
    const { include_drafts, label, search, status, post_id, external_ref, ...page } = query
    const filter = {
      now,
      search,
      post_id,
      external_ref,
      status: status ?? (include_drafts === true ? allStatuses : publishedOnly),
      label_ids:
        label === undefined
          ? undefined
          : (await namedMatching(db, 'changelog_labels', [label])).map(({ id }) => id),
    }
    const { data, paging } = await fetchPage(cursor, page, {
      rows: (last, limit) => entriesAfter(db, filter, last, limit),
      keyOf: ({ published_at, publish_at, created_at, id }) => [
        published_at ?? publish_at ?? created_at,
        id,
      ],
      total: () => countEntries(db, filter),
    })
    return { data: await publicEntries(context, data), paging }
  },

  async 'GET /feedback/changelog/entries/:entry_id'(context, { entry_id }) {
    return publicEntry(context, await requireEntry(context.db, entry_id, context.now))
  },

  async 'POST /feedback/changelog/entries'(context, draft) {
    const { db, now, emit } = context
    const isImport = draft.import === true
    await requireUnusedRef(db, 'changelog_entries', draft.external_ref)
    const authorRef = isImport ? draft.author : undefined
    const author = authorRef ? await findMember(db, authorRef.id) : await workspaceOwner(db)
    if (!author) throw referenceNotFound('/author/id', 'member', authorRef?.id ?? '')
    const created_at = (isImport ? draft.created_at : undefined) ?? now.toISOString()
    const publish_at = draft.publish_at ?? null
    const schedule = { publish_at, published_at: null }
    const status = statusAt(schedule, now)
    const entry: StoredEntry = {
      id: newId('chg', now),
      title: draft.title,
      body: draft.body ?? '',
      status,
      label_ids: await requireLabels(db, draft.label_ids ?? []),
      publish_at,
      published_at: status === 'published' ? publish_at : null,
      notify: shouldNotify(draft.notify ?? true, publish_at, now, { isImport, announced: false }),
      announced: false,
      post_ids: await requirePosts(db, draft.post_ids ?? []),
      author,
      url: null,
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: (isImport ? draft.updated_at : undefined) ?? created_at,
    }
    await insertEntry(db, { ...entry, announced: status === 'published' && entry.notify })
    const created = await publicEntry(context, entry)
    await emit('changelog.created', created)
    if (status === 'scheduled') await emit('changelog.scheduled', created)
    if (status === 'published') await emit('changelog.published', created)
    // Otherwise a file of a thousand entries would be stored twice: their texts are kept once they change.
    if (!isImport) await saveVersion(context, undefined, entry)
    return created
  },

  async 'PATCH /feedback/changelog/entries/:entry_id'(context, { entry_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockAndPublishIfDue(context, entry_id)
    const isImport = change.import === true
    const label_ids = change.label_ids && (await requireLabels(db, change.label_ids))
    const post_ids = change.post_ids && (await requirePosts(db, change.post_ids))
    expectVersion(before)
    const scheduled =
      change.publish_at === undefined ? before : reschedule(before, change.publish_at, now)
    const publishes = scheduled.status === 'published' && before.status !== 'published'
    const notify = change.notify ?? before.notify
    const after: StoredEntry = {
      ...scheduled,
      title: change.title ?? before.title,
      body: change.body ?? before.body,
      label_ids: label_ids ?? before.label_ids,
      post_ids: post_ids ?? before.post_ids,
      notify:
        before.status === 'published'
          ? before.notify
          : shouldNotify(notify, scheduled.publish_at, now, {
              isImport,
              announced: before.announced,
            }),
      updated_at: (isImport ? change.updated_at : undefined) ?? now.toISOString(),
    }
    const fieldChanges = changesBetween(before, after, plainFields)
    const scheduleChanges = changesBetween(before, after, ['publish_at', 'status'])
    if (!fieldChanges && !scheduleChanges) return publicEntry(context, before)
    const saved = await saveNextVersion(context, {
      ...after,
      announced: after.announced || (publishes && after.notify),
    })
    await saveVersion(context, before, after)
    const isUnscheduled = scheduleChanges && saved.status === 'draft'
    if (fieldChanges || isUnscheduled)
      await emit('changelog.updated', saved, {
        ...fieldChanges,
        ...(isUnscheduled ? scheduleChanges : {}),
      })
    if (scheduleChanges && saved.status === 'scheduled')
      await emit('changelog.scheduled', saved, scheduleChanges)
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
    const { now, emit, expectVersion } = context
    const before = await lockAndPublishIfDue(context, entry_id)
    expectVersion(before)
    const published = publishNow(before, now)
    const notifiesNow = (notify ?? before.notify) && !before.announced
    const saved = await saveNextVersion(context, {
      ...published,
      notify: notifiesNow,
      announced: before.announced || notifiesNow,
      updated_at: now.toISOString(),
    })
    await emit('changelog.published', saved)
    return saved
  },

  async 'POST /feedback/changelog/entries/:entry_id/unpublish'(context, { entry_id }) {
    const { now, emit, expectVersion } = context
    const before = await lockAndPublishIfDue(context, entry_id)
    expectVersion(before)
    if (before.status !== 'published')
      throw conflict('not_published', 'This entry is not published.')
    const saved = await saveNextVersion(context, {
      ...before,
      status: 'draft',
      publish_at: null,
      published_at: null,
      // Subscribers are notified once, also when the entry is published again.
      notify: before.notify && !before.announced,
      updated_at: now.toISOString(),
    })
    await emit('changelog.unpublished', saved)
    return saved
  },

  async 'GET /feedback/changelog/entries/:entry_id/versions'(context, { entry_id, ...page }) {
    const { db, cursor, now } = context
    await requireEntry(db, entry_id, now)
    return fetchPage(cursor, page, {
      rows: (last, limit) => versionsAfter(db, entry_id, last, limit),
      keyOf: ({ id }) => [id],
      total: () => countVersions(db, entry_id),
    })
  },

  async 'POST /feedback/changelog/entries/:entry_id/versions/:version_id/restore'(
    context,
    { entry_id, version_id },
  ) {
    const { db, now, emit, expectVersion } = context
    const before = await lockAndPublishIfDue(context, entry_id)
    const text = orNotFound(await findVersion(db, entry_id, version_id), 'version', version_id)
    expectVersion(before)
    const after = { ...before, ...text, updated_at: now.toISOString() }
    const changes = changesBetween(before, after, ['title', 'body'])
    if (!changes) return publicEntry(context, before)
    const saved = await saveNextVersion(context, after)
    await saveVersion(context, before, after, { restored: true })
    await emit('changelog.updated', saved, changes)
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

/** Publishes a due entry once: the transaction that claims the row emits the event. False when another claimed it. */
export async function publishDueEntry(context: EmitContext, entry_id: string): Promise<boolean> {
  const entry = await claimDueEntry(context.db, entry_id, context.now)
  if (!entry) return false
  await publishDue(context, entry)
  return true
}

/** Locks the entry. A due one is published first, with its event, because readers already see it as published. */
async function lockAndPublishIfDue(context: EmitContext, entry_id: string): Promise<StoredEntry> {
  const entry = await lockEntry(context.db, entry_id)
  if (!entry) throw notFound('changelog entry', entry_id)
  if (isDue(entry, context.now)) return publishDue(context, entry)
  return { ...entry, status: statusAt(entry, context.now) }
}

async function publishDue(context: EmitContext, entry: StoredEntry): Promise<StoredEntry> {
  const published = toPublished(entry)
  await saveEntry(context.db, published)
  await context.emit('changelog.published', await publicEntry(context, published))
  return published
}

const versionMs = 10 * 60_000

/**
 * Keeps the text of an entry that the transaction has locked or created: what the same person, or key, saved in the last
 * ten minutes becomes this text, and any other stays as a version. `before` is undefined for a new entry.
 */
async function saveVersion(
  { db, caller, now }: Pick<Context, 'db' | 'caller' | 'now'>,
  before: StoredEntry | undefined,
  after: StoredEntry,
  { restored = false } = {},
): Promise<void> {
  if (before && !changesBetween(before, after, ['title', 'body'])) return
  const { key_id, member_id } = caller
  const entry_id = after.id
  const { title, body } = after
  const latest = before && (await findLatestVersion(db, entry_id))
  const isCurrent = latest?.title === before?.title && latest?.body === before?.body
  const isOwn = latest?.member_id === member_id && (member_id !== null || latest.key_id === key_id)
  const isOpen =
    latest !== undefined &&
    !latest.restored &&
    Date.parse(latest.created_at) > now.getTime() - versionMs
  if (latest && isCurrent && isOwn && isOpen && !restored) {
    await updateVersion(db, { entry_id, id: latest.id, title, body }, now)
    return
  }
  // After those of requests that this one waited for.
  const time = new Date()
  if (before) {
    if (latest) await markReplaced(db, entry_id, now)
    // The text is older than the versions, or was imported.
    if (!isCurrent) {
      const at = new Date(before.updated_at)
      const source = { key_id: null, member_id: null, restored: false }
      await insertVersion(db, {
        ...{ entry_id, id: newId('ver', time), title: before.title, body: before.body },
        ...{ ...source, created_at: at, updated_at: at, replaced_at: now },
      })
    }
  }
  await insertVersion(db, {
    ...{ entry_id, id: newId('ver', time), title, body, key_id, member_id, restored },
    ...{ created_at: now, updated_at: now, replaced_at: null },
  })
}

async function saveNextVersion(context: PageContext, entry: StoredEntry): Promise<Entry> {
  const next = { ...entry, version: String(Number(entry.version) + 1) }
  await saveEntry(context.db, next)
  return publicEntry(context, next)
}

/** With the address of the public page, which published entries have while the workspace has it on. */
async function publicEntries(
  { db, public_base_url }: PageContext,
  entries: readonly StoredEntry[],
): Promise<Entry[]> {
  const pages =
    public_base_url !== null && entries.some(({ status }) => status === 'published')
      ? await findPublicChangelog(db, public_base_url)
      : undefined
  return entries.map(({ announced: _announced, ...entry }) => ({
    ...entry,
    url:
      pages?.isOn === true && entry.status === 'published' ? `${pages.address}/${entry.id}` : null,
  }))
}

async function publicEntry(context: PageContext, entry: StoredEntry): Promise<Entry> {
  const [result] = await publicEntries(context, [entry])
  return result as Entry // one for one
}

async function requireLabels(db: WorkspaceDb, label_ids: readonly string[]): Promise<string[]> {
  const existing = await namedMatching(db, 'changelog_labels', label_ids)
  return requireAll(label_ids, new Set(existing.map(({ id }) => id)), 'label')
}

async function requirePosts(db: WorkspaceDb, post_ids: readonly string[]): Promise<string[]> {
  return requireAll(post_ids, new Set(await existingPosts(db, post_ids)), 'post')
}

/** The distinct ids in their order; throws for one that does not exist. */
function requireAll(ids: readonly string[], existing: ReadonlySet<string>, kind: 'label' | 'post') {
  const missing = ids.findIndex((id) => !existing.has(id))
  if (missing !== -1) throw referenceNotFound(`/${kind}_ids/${missing}`, kind, ids[missing] ?? '')
  return [...new Set(ids)]
}
