import Ban from 'lucide-react/icons/ban'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

import type { Campaign } from '#client/resources.ts'
import { canCancel, canDelete, canEditContent, canSend } from '#contract/email/campaigns.rules.ts'
import { deleteCampaign } from '#web/email/campaign-form/edit-campaign.data.ts'
import type { SendAction } from '#web/email/campaign-form/send-dialog.tsx'
import { campaignMenuText as text } from '#web/messages/en/campaign-edit.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { ResourceMenu } from '#web/ui/table/resource-menu.tsx'
import { createGuard } from '#web/ui/toast.ts'

const campaignDialog = lazyChunk(() => import('#web/email/campaign-form/campaign-dialog.tsx'))
const sendDialog = lazyChunk(() => import('#web/email/campaign-form/send-dialog.tsx'))

interface CampaignMenuProps {
  campaign: Campaign
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row, whose keys and styles are not for it; null closes it. */
  openDialog: (dialog: ReactNode) => void
}

/** What can be done to a campaign in its state. */
export function CampaignMenu({ trigger, ...props }: CampaignMenuProps) {
  return (
    <ResourceMenu
      label={text.label(props.campaign.name)}
      trigger={trigger}
      loadItems={async () => CampaignMenuItems}
      itemProps={props}
    />
  )
}

interface CampaignMenuItemsProps extends Omit<CampaignMenuProps, 'trigger'> {
  /** The draft is about to be deleted. */
  onDelete?: () => void
}

export function CampaignMenuItems({ campaign, openDialog, onDelete }: CampaignMenuItemsProps) {
  const session = useSession()
  const guard = createGuard(useDisabledReason())
  const close = () => openDialog(null)
  const openForm = (props: { campaign?: Campaign; copyOf?: Campaign }) =>
    guard(() =>
      openDialog(
        <Lazy chunk={campaignDialog} onCancel={close}>
          {({ CampaignDialog }) => <CampaignDialog {...props} onClose={close} />}
        </Lazy>,
      ),
    )
  const openSend = (action: SendAction) =>
    guard(() =>
      openDialog(
        <Lazy chunk={sendDialog} onCancel={close}>
          {({ SendDialog }) => <SendDialog campaign={campaign} action={action} onClose={close} />}
        </Lazy>,
      ),
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
