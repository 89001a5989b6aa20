import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { observable } from '#web/external-store.ts'
import { entryScope } from '#web/feedback/entry/entry.rules.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { KeySession } from '#web/session/session.ts'

const bySession = new WeakMap<KeySession, ReturnType<typeof observable<ReadonlySet<string>>>>()

/** Entries that are about to be deleted: hidden until the delay is over or undone. */
export function getDeletedEntries(session: KeySession) {
  const ids = bySession.get(session) ?? observable<ReadonlySet<string>>(new Set())
  bySession.set(session, ids)
  return ids
}

/** Deletes an entry after the time to undo it. */
export function deleteEntry(session: KeySession, { id, title }: Pick<Entry, 'id' | 'title'>) {
  const deleted = getDeletedEntries(session)
  const restore = () => deleted.set(new Set([...deleted.get()].filter((one) => one !== id)))
  deleted.set(new Set([...deleted.get(), id]))
  getDelayedMutations(session).delay('delete_entry', {
    label: text.deleted(title),
    name: 'DELETE /feedback/changelog/entries/:entry_id',
    input: { entry_id: id },
    scope: entryScope(id),
    onUndo: restore,
    onError: restore,
    invalidates: ['GET /feedback/changelog/entries'],
  })
}
