import ChevronDown from 'lucide-react/icons/chevron-down'
import Download from 'lucide-react/icons/download'
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import LinkIcon from 'lucide-react/icons/link'
import { Link } from 'react-router-dom'

import type { Campaign } from '#client/resources.ts'
import { reportText as text } from '#web/messages/en/report.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { sharedLink } from '#web/session/workspace-ref.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ReportContext, type ReportData } from './report-context.ts'

interface ReportActionsProps {
  campaign: Campaign
  /** The campaign sent before this one, once it is known. */
  previousId: string | undefined
  /** Omitted where there are no numbers. */
  data: ReportData | undefined
}

/** Compare, share, export. On a phone their icons. */
export function ReportActions({ campaign, previousId, data }: ReportActionsProps) {
  const { connection } = useSession()
  const copyLink = () => {
    const href = location.origin + paths.campaign(campaign.id)
    void copyToClipboard(sharedLink(href, connection), text.linkCopied)
  }
  const ids = previousId === undefined ? [campaign.id] : [campaign.id, previousId]
  return (
    <>
      {data && (
        <Link to={paths.compareCampaigns(ids)} className={buttonClass()} data-no-print>
          <Icon of={GitCompareArrows} />
          <span className="max-md:sr-only">{text.compare}</span>
        </Link>
      )}
      <Button icon={LinkIcon} onClick={copyLink}>
        <span className="max-md:sr-only">{text.copyLink}</span>
      </Button>
      {data && (
        <ReportContext value={data}>
          <Menu
            label={text.export}
            align="end"
            items={async () => (await import('./export-menu-items.tsx')).ExportMenuItems}
            trigger={
              <Button icon={Download}>
                <span className="max-md:sr-only">{text.export}</span>
                <Icon of={ChevronDown} size={14} />
              </Button>
            }
          />
        </ReportContext>
      )}
    </>
  )
}
