import { useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import {
  type CampaignValues,
  changedContent,
  type FieldConflict,
  mergeValues,
  toContent,
  toValues,
} from './campaign-form.rules.ts'
import { campaignReads, createUndo, editUndo } from './edit-campaign.data.ts'

interface SaveOptions {
  initial: CampaignValues
  /** After a conflict the form shows what both people wrote. */
  setValues: (values: CampaignValues) => void
  onSaved: () => void
}

/** Saves the form: a new draft, or the fields that changed since the version it began with. */
export function useSaveCampaign(campaign: Campaign | undefined, options: SaveOptions) {
  const { setValues, onSaved } = options
  const session = useSession()
  const create = useEndpointMutation('POST /campaigns')
  const edit = useEndpointMutation('PATCH /campaigns/:campaign_id')
  const [base, setBase] = useState({ values: options.initial, version: campaign?.version })
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>()
  const { isPending, isWaiting, error, canDuplicate } = campaign ? edit : create

  async function createDraft(values: CampaignValues) {
    let id: string | undefined
    const content = toContent(values)
    const result = await create.send(content, {
      invalidates: ['GET /campaigns'],
      onSuccess: (created) => (id = created.id),
      undo: createUndo(session, content.name, () => id),
    })
    if (result.state === 'success') onSaved()
  }

  async function saveEdit(current: Campaign, values: CampaignValues) {
    const changes = changedContent(base.values, values)
    const names = new Set(Object.keys(changes))
    if (names.size === 0) return onSaved()
    const previous = Object.fromEntries(
      Object.entries(toContent(base.values)).filter(([name]) => names.has(name)),
    )
    const result = await edit.send(
      { ...changes, campaign_id: current.id },
      {
        version: () => base.version,
        invalidates: campaignReads,
        undo: editUndo(session, current, previous),
        onConflict: () => void loadTheirs(current.id, values),
      },
    )
    if (result.state === 'success') onSaved()
  }

  async function loadTheirs(campaign_id: string, mine: CampaignValues) {
    const result = await session.call('GET /campaigns/:campaign_id', { campaign_id }).then(
      (campaign) => campaign,
      () => undefined,
    )
    if (!result) return // the error of the save stays
    const theirs = toValues(result)
    const merged = mergeValues(base.values, mine, theirs)
    edit.reset()
    setBase({ values: theirs, version: result.version })
    setValues(merged.values)
    setConflicts(merged.conflicts)
  }

  return {
    isPending,
    isWaiting,
    error,
    canDuplicate,
    conflicts,
    send: (values: CampaignValues) =>
      void (campaign ? saveEdit(campaign, values) : createDraft(values)),
    resolve: (field: keyof CampaignValues) =>
      setConflicts((current) => current?.filter((conflict) => conflict.field !== field)),
  }
}
