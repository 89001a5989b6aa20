import { useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type CampaignValues,
  changedContent,
  contentNamesOf,
  type FieldConflict,
  mergeValues,
  replaceField,
  toContent,
  toValues,
} from './campaign-form.rules.ts'
import { createUndo, editUndo } from './edit-campaign.data.ts'

interface FormState {
  readonly values: CampaignValues
  /** What was saved when the edit began; after a conflict, what the other person saved. */
  readonly base: CampaignValues
  readonly version: string | undefined
  readonly conflicts?: readonly FieldConflict[]
}

interface SaveOptions {
  initial: CampaignValues
  onSaved: () => void
}

const onRefusal = (reason: string) => void toast({ text: reason })

/** The values of the form, saved as a new draft or as the fields that changed since the version it began with. */
export function useSaveCampaign(campaign: Campaign | undefined, { initial, onSaved }: SaveOptions) {
  const session = useSession()
  const create = useEndpointMutation('POST /campaigns')
  const edit = useEndpointMutation('PATCH /campaigns/:campaign_id')
  const [form, setForm] = useState<FormState>(() => ({
    values: initial,
    base: initial,
    version: campaign?.version,
  }))
  const { values, base, version, conflicts } = form
  const { isPending, isWaiting, error, canDuplicate } = campaign ? edit : create

  async function createDraft() {
    let saved: Campaign | undefined
    const content = toContent(values)
    const result = await create.send(content, {
      onSuccess: (created) => (saved = created),
      undo: createUndo(session, content.name, { saved: () => saved, onRefusal }),
    })
    if (result.state === 'success') onSaved()
  }

  async function saveEdit({ id: campaign_id }: Campaign) {
    const changes = changedContent(base, values)
    const names = contentNamesOf(changes)
    if (names.length === 0) return onSaved()
    let saved: Campaign | undefined
    const result = await edit.send(
      { ...changes, campaign_id },
      {
        // Sending the campaign ends the undo of its edits.
        scope: campaign_id,
        version: () => version,
        onSuccess: (output) => (saved = output),
        undo: editUndo(session, { before: base, names }, { saved: () => saved, onRefusal }),
        onConflict: () => void loadTheirs(campaign_id),
      },
    )
    if (result.state === 'success') onSaved()
  }

  async function loadTheirs(campaign_id: string) {
    const result = await session.call('GET /campaigns/:campaign_id', { campaign_id }).then(
      (theirs) => theirs,
      () => undefined,
    )
    if (!result) return // the error of the save stays
    const theirs = toValues(result)
    edit.reset()
    // Merged with what is in the form now: the person may have typed meanwhile.
    setForm((current) => ({
      ...mergeValues(current.base, current.values, theirs),
      base: theirs,
      version: result.version,
    }))
  }

  return {
    values,
    set: (next: Partial<CampaignValues>) =>
      setForm((current) => ({ ...current, values: { ...current.values, ...next } })),
    isDirty: Object.keys(changedContent(base, values)).length > 0,
    isPending,
    isWaiting,
    error,
    canDuplicate,
    conflicts,
    send: () => void (campaign ? saveEdit(campaign) : createDraft()),
    resolveWithTheirs: ({ field, theirs }: FieldConflict) =>
      setForm((current) => ({
        ...current,
        values: replaceField(current.values, field, theirs),
        conflicts: (current.conflicts ?? []).filter((conflict) => conflict.field !== field),
      })),
  }
}
