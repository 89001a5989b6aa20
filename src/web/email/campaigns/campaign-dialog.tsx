import { useEffect, useRef, useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import { canEditContent } from '#contract/email/campaigns.rules.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { campaignEditText as text } from '#web/messages/en/campaign-edit.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { findItem } from '#web/session/resources/places.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { fieldErrors, useFieldValidation } from '#web/ui/form/form.ts'
import { AudienceFields } from './audience.tsx'
import {
  type CampaignValues,
  changedContent,
  emptyValues,
  missingIn,
  toContent,
  toValues,
} from './campaign-form.rules.ts'
import { campaignResource, createOptions, toCampaignItem } from './edit-campaign.data.ts'

interface CampaignDialogProps {
  /** The campaign to edit; without it a draft is created. */
  campaign?: Campaign
  /** A draft begins with the content of this one. */
  copyOf?: Campaign
  onClose: () => void
}

/** Creates or edits a campaign. Of one that was sent only the name can change. */
export function CampaignDialog({ campaign, copyOf, onClose }: CampaignDialogProps) {
  const session = useSession()
  /** What the person saw when the edit began. */
  const [seen, setSeen] = useState(() => ({
    campaign: campaign && toCampaignItem(campaign),
    values: initialValues(campaign, copyOf),
  }))
  const [values, setValues] = useState(seen.values)
  const set = (next: Partial<CampaignValues>) => setValues((current) => ({ ...current, ...next }))
  const latest = useRef(values)
  useEffect(() => void (latest.current = values), [values])
  const create = useEndpointMutation('POST /campaigns')
  const edit = useResourceEdit()
  const save = campaign ? edit : create
  const isDirty = Object.keys(changedContent(seen.values, values)).length > 0
  const onlyName = campaign !== undefined && !canEditContent(campaign)

  const nameCheck = useFieldValidation(values.name, (name) =>
    name.trim() ? undefined : text.nameRequired,
  )
  const addressCheck = useFieldValidation(values.from_address, (address) =>
    addressIssue(address.trim(), values.from_name.trim()),
  )
  const issues = fieldErrors(save.error)

  const validate = () => [nameCheck.validate(), onlyName || addressCheck.validate()].every(Boolean)
  const createDraft = async (close: () => boolean) => {
    const content = toContent(values)
    const result = await create.send(content, createOptions(session, content.name))
    if (result.state === 'success') close()
  }
  const saveEdit = async (before: ReturnType<typeof toCampaignItem>, close: () => boolean) => {
    const { list_id, segment_id = null, ...changes } = changedContent(seen.values, values)
    const audience = list_id !== undefined && { audience: { list_id, segment_id } }
    if (isDirty && !(await edit.save(campaignResource, before, { ...changes, ...audience }))) return
    if (latest.current === values) return void close()
    // What was typed meanwhile stays in the form; the rest becomes what is saved.
    const saved = findItem(session, campaignResource, before.id) ?? before
    const typed = Object.entries(latest.current).filter(
      ([name, value]) => value !== new Map(Object.entries(values)).get(name),
    )
    setSeen({ campaign: saved, values: toValues(saved) })
    setValues({ ...toValues(saved), ...Object.fromEntries(typed) })
  }
  const textField = (field: 'subject' | 'preview_text' | 'from_name', hint?: string) => (
    <Field
      label={text[field]}
      {...(hint && { hint })}
      value={values[field]}
      maxLength={255}
      autoComplete="off"
      onChange={(event) => set({ [field]: event.target.value })}
      issue={issues[field]}
    />
  )
  const missing = missingIn(values)

  return (
    <DialogForm
      title={titleOf(campaign, onlyName)}
      submitLabel={campaign ? text.save : text.create}
      onEarlyText={(name) => set({ name })}
      onSubmit={(close) => (seen.campaign ? saveEdit(seen.campaign, close) : createDraft(close))}
      isTextKept
      {...{ isDirty, save, validate, onClose }}
    >
      <Field
        label={text.name}
        hint={text.nameHint}
        value={values.name}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        onChange={(event) => set({ name: event.target.value })}
        onBlur={nameCheck.onBlur}
        issue={nameCheck.issue ?? issues['name']}
      />
      {onlyName ? (
        <p className="text-cell text-ink-2">{text.onlyName}</p>
      ) : (
        <>
          {textField('subject')}
          {textField('preview_text', text.previewHint)}
          {textField('from_name')}
          <Field
            label={text.from_address}
            type="email"
            value={values.from_address}
            maxLength={254}
            autoComplete="off"
            onChange={(event) => set({ from_address: event.target.value })}
            onBlur={addressCheck.onBlur}
            issue={addressCheck.issue ?? issues['from']}
          />
          <AudienceFields
            list_id={values.list_id}
            segment_id={values.segment_id}
            issues={issues}
            onChange={set}
          />
          <p role="status" className="rounded-control bg-sunken px-3 py-2 text-cell text-ink-2">
            {missing.length > 0 ? text.missing(missing) : text.ready}
          </p>
        </>
      )}
    </DialogForm>
  )
}

function initialValues(campaign: Campaign | undefined, copyOf: Campaign | undefined) {
  if (campaign) return toValues(campaign)
  return copyOf ? { ...toValues(copyOf), name: text.copyOf(copyOf.name) } : emptyValues
}

function titleOf(campaign: Campaign | undefined, onlyName: boolean): string {
  if (!campaign) return text.new
  return onlyName ? text.rename : text.edit
}

function addressIssue(address: string, name: string): string | undefined {
  if (address === '') return name === '' ? undefined : text.addressRequired
  return isEmailAddress(address) ? undefined : text.addressIssue
}
