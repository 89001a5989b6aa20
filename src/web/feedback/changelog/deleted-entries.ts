import { createPendingIds } from '#web/session/mutations/pending-ids.ts'

/** Entries that are about to be deleted: hidden until the delay is over or undone. */
export const deletedEntries = createPendingIds()
