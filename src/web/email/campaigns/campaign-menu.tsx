import Ban from 'lucide-react/icons/ban'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement } from 'react'

import type { Campaign } from '#client/resources.ts'
import { canCancel, canDelete, canEditContent, canSend } from '#contract/email/campaigns.rules.ts'
import { campaignMenuText as text } from '#web/messages/en/campaign-edit.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import type { DialogOpener } from '#web/ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { CampaignDialog } from './campaign-dialog.tsx'
import { deleteCampaign } from './edit-campaign.data.ts'
import { type SendAction, SendDialog } from './send-dialog.tsx'

interface CampaignMenuProps {
  campaign: Campaign
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row, whose keys and styles are not for it. */
  openDialog: DialogOpener
}

/** What can be done to a campaign in its state. */
export function CampaignMenu({ trigger, ...props }: CampaignMenuProps) {
  return (
    <Menu
      label={text.label(props.campaign.name)}
      trigger={trigger}

      align="end"
    >
      <CampaignMenuItems {...props} />
    </Menu>
  )
}

interface CampaignMenuItemsProps extends Omit<CampaignMenuProps, 'trigger'> {
  /** The draft is about to be deleted. */
  onDelete?: () => void
}

export function CampaignMenuItems({ campaign, openDialog, onDelete }: CampaignMenuItemsProps) {
  const session = useSession()
  const guard = createGuard(useDisabledReason())
  const openForm = (props: { campaign?: Campaign; copyOf?: Campaign }) =>
    guard(() => openDialog((onClose) => <CampaignDialog {...props} onClose={onClose} />))
  const openSend = (action: SendAction) =>
    guard(() =>
      openDialog((onClose) => <SendDialog campaign={campaign} action={action} onClose={onClose} />),
    )
  const isScheduled = campaign.status === 'scheduled'
  return (
    <>
      <MenuItem icon={Pencil} onSelect={openForm({ campaign })}>
        {canEditContent(campaign) ? text.edit : text.rename}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={openForm({ copyOf: campaign })}>
        {text.duplicate}
      </MenuItem>
      {canSend(campaign) && (
        <>
          <MenuSeparator />
          <MenuItem icon={CalendarClock} onSelect={openSend('schedule')}>
            {isScheduled ? text.reschedule : text.schedule}
          </MenuItem>
          <MenuItem icon={Send} onSelect={openSend('send')}>
            {text.send}
          </MenuItem>
        </>
      )}
      {(canCancel(campaign) || canDelete(campaign)) && <MenuSeparator />}
      {canCancel(campaign) && (
        <MenuItem icon={Ban} tone="bad" onSelect={openSend('cancel')}>
          {text.cancel}
        </MenuItem>
      )}
      {canDelete(campaign) && (
        <MenuItem
          icon={Trash}
          tone="bad"
          onSelect={guard(() => {
            deleteCampaign(session, campaign)
            onDelete?.()
          })}
        >
          {campaign.status === 'draft' ? text.delete : text.deleteCanceled}
        </MenuItem>
      )}
    </>
  )
}
