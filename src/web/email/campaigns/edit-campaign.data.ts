import type { Campaign } from '#client/resources.ts'
import { canSend } from '#contract/email/campaigns.rules.ts'
import { listQuery } from '#web/email/lists/lists.data.ts'
import { campaignEditText as text } from '#web/messages/en/campaign-edit.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, inList, mapPlace } from '#web/session/resources/places.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import { defineResource, findInPages, type SaveOptions } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { deletedCampaigns } from './deleted-campaigns.ts'
import { formatSender } from './sender.rules.ts'

interface Audience {
  readonly list_id: string | null
  readonly segment_id: string | null
}

/** A list and its segment are one choice: those of two people cannot be combined. */
type CampaignItem = Campaign & { readonly audience: Audience }

export const toCampaignItem = (campaign: Campaign): CampaignItem => ({
  ...campaign,
  audience: { list_id: campaign.list_id ?? null, segment_id: campaign.segment_id ?? null },
})
const fromItem = ({ audience, ...campaign }: CampaignItem): Campaign => ({
  ...campaign,
  ...audience,
})

export const campaignResource = defineResource<
  CampaignItem,
  'name' | 'subject' | 'preview_text' | 'from' | 'audience'
>({
  kind: 'campaign',
  places: [
    mapPlace(alone('GET /campaigns/:campaign_id'), toCampaignItem, fromItem),
    mapPlace(inList<Campaign>('GET /campaigns'), toCampaignItem, fromItem),
  ],
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    subject: { label: text.fields.subject, format: formatFieldValue },
    preview_text: { label: text.fields.preview_text, format: formatFieldValue },
    from: {
      label: text.fields.from,
      format: (from) => formatFieldValue(from && formatSender(from)),
      isEqual: (one, other) =>
        one?.name === other?.name && one?.email_address === other?.email_address,
    },
    audience: {
      label: text.fields.audience,
      format: (audience, { session }) => formatAudience(session, audience),
    },
  },
  savedFields: ['updated_at'],
  title: ({ name }) => name,
  label: ({ name }) => text.edited(name),
  // Sending the campaign ends the undo of its edits.
  scope: ({ id }) => id,
  save: async (
    { mutate },
    { id: campaign_id },
    { audience, ...changes },
    { onSuccess, ...options },
  ) => {
    const result = await mutate(
      'PATCH /campaigns/:campaign_id',
      { campaign_id, ...changes, ...audience },
      { ...options, onSuccess: (output) => onSuccess?.(toCampaignItem(output)) },
    )
    return result.state === 'success'
      ? { ...result, output: toCampaignItem(result.output) }
      : result
  },
  read: ({ call }, { id: campaign_id }) =>
    call('GET /campaigns/:campaign_id', { campaign_id })
      .then(toCampaignItem)
      .catch(undefinedIfNotFound),
})

/** A list, or a segment of it, by name. */
async function formatAudience(session: KeySession, { list_id, segment_id }: Audience) {
  if (list_id === null) return formatFieldValue(null)
  const isSegment = ({ id }: { readonly id: string }) => id === segment_id
  try {
    const [list, segment] = await Promise.all([
      session.queryClient.fetchQuery(listQuery(list_id)),
      segment_id === null
        ? undefined
        : findInPages(session, 'GET /lists/:list_id/segments', { list_id }, isSegment),
    ])
    if (segment_id !== null && !segment) return text.nameFailed
    return formatFieldValue(text.audienceName({ list: list.name, segment: segment?.name }))
  } catch {
    return text.nameFailed
  }
}

const sendDeletion = (
  { mutate }: KeySession,
  { id: campaign_id }: Campaign,
  options: SaveOptions<unknown>,
) => mutate('DELETE /campaigns/:campaign_id', { campaign_id }, options)

/** Deletes a campaign that did not go out, after the time to undo it. */
export function deleteCampaign(session: KeySession, campaign: Campaign): void {
  const { id, name } = campaign
  const restore = () => deletedCampaigns.remove(session, id)
  const remove = async () => {
    const { state } = await removeResource(
      session,
      campaignResource,
      toCampaignItem(campaign),
      (options) => sendDeletion(session, campaign, options),
    )
    if (state !== 'removed' && state !== 'gone') restore()
  }
  deletedCampaigns.add(session, id)
  getDelayedMutations(session).delayAll('delete_campaign', {
    label: text.deleted(name),
    name: 'DELETE /campaigns/:campaign_id',
    inputs: [{ campaign_id: id }],
    send: () => void remove(),
    onUndo: restore,
  })
}

/** What the creation of a draft has besides its request. */
export function createOptions(session: KeySession, name: string) {
  const { onSuccess, undo } = createUndoableCreation(session, campaignResource, {
    label: text.created(name),
    remove: (campaign, options) => sendDeletion(session, campaign, options),
  })
  return { onSuccess: (campaign: Campaign) => onSuccess(toCampaignItem(campaign)), undo }
}

interface UndoCallbacks {
  /** The campaign as the change left it, once it is saved. */
  readonly saved: () => Campaign | undefined
  /** Says why the change cannot be undone any more. */
  readonly onRefusal: (reason: string) => void
}

/**
 * Undoes a plan or its cancellation by the plan from before. A campaign that had none is canceled: nothing makes a draft
 * of it again, but all that can be done to a draft can be done to it. Undefined where a sending was stopped. Refused once
 * the campaign is sent: canceling would stop the sending.
 */
export function planUndo(
  session: KeySession,
  change: { before: Campaign; action: 'schedule' | 'cancel'; label: string },
  { saved, onRefusal }: UndoCallbacks,
): UndoEntry | undefined {
  const { before, action, label } = change
  const send_at = before.status === 'scheduled' ? before.scheduled_at : null
  if (action === 'cancel' && send_at == null) return undefined
  const refusalOf = (current: Campaign) => {
    if (!canSend(current)) return text.sendingStarted(current.name)
    const isPlanned = send_at != null || current.status === 'scheduled'
    return isPlanned ? undefined : text.notScheduled(current.name)
  }
  let version: string | undefined
  const entry: UndoEntry = {
    label,
    scope: () => saved()?.id,
    confirmBefore: async () => {
      const mine = saved()
      if (!mine) return undefined
      const current = await session.call('GET /campaigns/:campaign_id', { campaign_id: mine.id })
      version = current.version
      const reason = refusalOf(current)
      if (reason !== undefined) {
        onRefusal(reason)
        return false
      }
      const isSame = current.status === mine.status && current.scheduled_at === mine.scheduled_at
      return isSame ? undefined : text.changedSince(current.name)
    },
    undo: () => {
      const mine = saved()
      if (!mine) return
      const campaign_id = mine.id
      // Changed between the check and the undo: checked again.
      const onConflict = () => session.undo.repeat(entry)
      const options = { version: () => version ?? mine.version, onConflict }
      if (send_at == null)
        void session.mutate('POST /campaigns/:campaign_id/cancel', { campaign_id }, options)
      else
        void session.mutate(
          'POST /campaigns/:campaign_id/schedule',
          { campaign_id, send_at },
          options,
        )
    },
  }
  return entry
}
