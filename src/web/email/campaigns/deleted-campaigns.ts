import { createPendingIds } from '#web/session/mutations/pending-ids.ts'

/** Campaigns that are about to be deleted: hidden until the delay is over or undone. */
export const deletedCampaigns = createPendingIds()
