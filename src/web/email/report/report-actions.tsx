import ChevronDown from 'lucide-react/icons/chevron-down'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import type { Campaign } from '#client/resources.ts'
import { canEditContent } from '#contract/email/campaigns.rules.ts'
import { CampaignDialog } from '#web/email/campaigns/campaign-dialog.tsx'
import { CampaignMenuItems } from '#web/email/campaigns/campaign-menu.tsx'
import { CopyLinkButton } from '#web/email/campaigns/copy-link-button.tsx'
import { reportText as text } from '#web/messages/en/report.ts'
import { paths } from '#web/paths.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { useDialogOpener } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { ExportMenuItems } from './export-menu-items.tsx'
import { ReportContext, type ReportData } from './report.data.ts'

interface ReportActionsProps {
  campaign: Campaign
  isDeleted: boolean
  /** The campaign sent before this one, once it is known. */
  previousId: string | undefined
  /** Omitted where there are no numbers. */
  data: ReportData | undefined
}

/** Compare, share, export, and what can be done to the campaign. On a phone their icons. */
export function ReportActions({ campaign, isDeleted, previousId, data }: ReportActionsProps) {
  const isSupported = useCapability('campaigns.write')
  const canWrite = useCanWrite() && isSupported && !isDeleted
  const ids = previousId === undefined ? [campaign.id] : [campaign.id, previousId]
  return (
    <>
      {data && (
        <Link to={paths.compareCampaigns(ids)} className={buttonClass()} data-no-print>
          <Icon of={GitCompareArrows} />
          <span className="max-md:sr-only">{text.compare}</span>
        </Link>
      )}
      {canWrite && canEditContent(campaign) && <EditButton campaign={campaign} />}
      <CopyLinkButton />
      {data && (
        <ReportContext value={data}>
          <Menu
            label={text.export}
            align="end"
            trigger={
              <Button icon={Download}>
                <span className="max-md:sr-only">{text.export}</span>
                <Icon of={ChevronDown} size={14} />
              </Button>
            }
          >
            <ExportMenuItems />
          </Menu>
        </ReportContext>
      )}
      {canWrite && <MoreActions campaign={campaign} />}
    </>
  )
}

function EditButton({ campaign }: { campaign: Campaign }) {
  const [isOpen, setOpen] = useState(false)
  const offlineProps = useOfflineProps()
  const close = () => setOpen(false)
  return (
    <>
      <Button {...offlineProps} icon={Pencil} onClick={() => setOpen(true)}>
        <span className="max-md:sr-only">{text.edit}</span>
      </Button>
      {isOpen && <CampaignDialog campaign={campaign} onClose={close} />}
    </>
  )
}

function MoreActions({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate()
  const { dialog, openDialog } = useDialogOpener()
  const onDelete = () => void navigate(paths.campaigns())
  return (
    <>
      <Menu
        label={text.more(campaign.name)}
        trigger={<IconButton icon={Ellipsis} label={text.more(campaign.name)} />}
        align="end"
      >
        <CampaignMenuItems {...{ campaign, openDialog, onDelete }} />
      </Menu>
      {dialog}
    </>
  )
}
