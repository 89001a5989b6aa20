import type { Campaign } from '#client/resources.ts'
import { canDelete, canEditContent, canSend } from '#contract/email/campaigns.rules.ts'
import { campaignEditText as text } from '#web/messages/en/campaign-edit.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import {
  type CampaignValues,
  type Content,
  isChangedSince,
  pickContent,
  toContent,
} from './campaign-form.rules.ts'
import { deletedCampaigns } from './deleted-campaigns.ts'

/** Deletes a campaign that did not go out, after the time to undo it. */
export function deleteCampaign(session: KeySession, { id, name, version }: Campaign): void {
  const restore = () => deletedCampaigns.remove(session, id)
  deletedCampaigns.add(session, id)
  getDelayedMutations(session).delay('delete_campaign', {
    label: text.deleted(name),
    name: 'DELETE /campaigns/:campaign_id',
    input: { campaign_id: id },
    version: () => version,
    onUndo: restore,
    onError: restore,
  })
}

/** Undoes a creation by deleting the draft. */
export const createUndo = (
  session: KeySession,
  name: string,
  { saved, onRefusal }: UndoCallbacks,
): UndoEntry =>
  checkedUndo(session, {
    label: text.created(name),
    saved,
    onRefusal,
    refusal: (current) =>
      canDelete(current) ? undefined : (refusalOfSent(current) ?? text.notDraft(name)),
    question: (draft, current) =>
      current.version === draft.version ? undefined : text.changedSinceCreated(name),
    undo: ({ id }, options) =>
      void session.mutate('DELETE /campaigns/:campaign_id', { campaign_id: id }, options),
  })

/** Undoes an edit by sending the previous content of its fields. */
export const editUndo = (
  session: KeySession,
  edit: { before: CampaignValues; names: readonly (keyof Content)[] },
  { saved, onRefusal }: UndoCallbacks,
): UndoEntry =>
  checkedUndo(session, {
    label: text.edited(edit.before.name),
    saved,
    onRefusal,
    refusal: (current) =>
      canEditContent(current) || edit.names.every((name) => name === 'name')
        ? undefined
        : text.sendingStarted(current.name),
    question: (mine, current) =>
      current.status !== mine.status || isChangedSince(edit.before, mine, current)
        ? text.changedSince(current.name)
        : undefined,
    undo: ({ id }, options) =>
      void session.mutate(
        'PATCH /campaigns/:campaign_id',
        { ...pickContent(toContent(edit.before), edit.names), campaign_id: id },
        options,
      ),
  })

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
  return checkedUndo(session, {
    label,
    saved,
    onRefusal,
    refusal: (current) =>
      refusalOfSent(current) ??
      (send_at == null && current.status !== 'scheduled'
        ? text.notScheduled(current.name)
        : undefined),
    question: (mine, current) =>
      current.status !== mine.status || current.scheduled_at !== mine.scheduled_at
        ? text.changedSince(current.name)
        : undefined,
    undo: ({ id: campaign_id }, options) => {
      if (send_at == null)
        void session.mutate('POST /campaigns/:campaign_id/cancel', { campaign_id }, options)
      else
        void session.mutate(
          'POST /campaigns/:campaign_id/schedule',
          { campaign_id, send_at },
          options,
        )
    },
  })
}

const refusalOfSent = (current: Campaign): string | undefined =>
  canSend(current) ? undefined : text.sendingStarted(current.name)

interface UndoCallbacks {
  /** The campaign as the change left it, once it is saved. */
  saved: () => Campaign | undefined
  /** Says why the change cannot be undone any more. */
  onRefusal: (reason: string) => void
}

interface CheckedUndo extends UndoCallbacks {
  label: string
  /** The reason why a campaign in this state does not allow the undo. */
  refusal: (current: Campaign) => string | undefined
  /** Asks if others changed what the undo would overwrite. */
  question: (saved: Campaign, current: Campaign) => string | undefined
  undo: (
    saved: Campaign,
    options: { version: () => string | undefined; onConflict: () => void },
  ) => void
}

/** An undo of the version it was checked against, so that it never overwrites what others did unasked. */
function checkedUndo(
  session: KeySession,
  { label, saved, onRefusal, refusal, question, undo }: CheckedUndo,
): UndoEntry {
  let version: string | undefined
  const entry: UndoEntry = {
    label,
    scope: () => saved()?.id,
    confirmBefore: async () => {
      const mine = saved()
      if (!mine) return undefined
      const current = await session.call('GET /campaigns/:campaign_id', { campaign_id: mine.id })
      version = current.version
      const reason = refusal(current)
      if (reason !== undefined) {
        onRefusal(reason)
        return false
      }
      return question(mine, current)
    },
    undo: () => {
      const mine = saved()
      if (!mine) return
      undo(mine, { version: () => version ?? mine.version, onConflict: repeat })
    },
  }
  // Changed between the check and the undo: checked again.
  const repeat = () => {
    const record = session.undo.record(entry)
    record.done()
    session.undo.undo(record.id)
  }
  return entry
}
