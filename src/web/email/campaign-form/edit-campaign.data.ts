import type { Campaign } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { campaignEditText as text } from '#web/messages/en/campaign-edit.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import { getDeletedCampaigns } from './deleted-campaigns.ts'

/** What a change of a campaign makes stale. */
export const campaignReads = [
  'GET /campaigns',
  'GET /campaigns/:campaign_id',
  'GET /campaigns/:campaign_id/report',
] as const

/** Deletes a draft after the time to undo it. */
export function deleteDraft(session: KeySession, { id, name, version }: Campaign): void {
  const deleted = getDeletedCampaigns(session)
  const restore = () => deleted.set(new Set([...deleted.get()].filter((one) => one !== id)))
  deleted.set(new Set([...deleted.get(), id]))
  getDelayedMutations(session).delay('delete_campaign', {
    label: text.deleted(name),
    name: 'DELETE /campaigns/:campaign_id',
    input: { campaign_id: id },
    version: () => version,
    onUndo: restore,
    onError: restore,
    invalidates: ['GET /campaigns'],
  })
}

/** Undoes a creation by deleting the draft. */
export const createUndo = (session: KeySession, name: string, id: () => string | undefined) => ({
  label: text.created(name),
  undo: () => {
    const campaign_id = id()
    if (campaign_id !== undefined)
      void session.mutate(
        'DELETE /campaigns/:campaign_id',
        { campaign_id },
        { invalidates: ['GET /campaigns'] },
      )
  },
})

/** Undoes an edit by sending the previous content of its fields. */
export const editUndo = (
  session: KeySession,
  campaign: Campaign,
  previous: Partial<Input<'PATCH /campaigns/:campaign_id'>>,
): UndoEntry => ({
  label: text.edited(campaign.name),
  resource_id: campaign.id,
  undo: () =>
    void session.mutate(
      'PATCH /campaigns/:campaign_id',
      { ...previous, campaign_id: campaign.id },
      { invalidates: campaignReads },
    ),
})
