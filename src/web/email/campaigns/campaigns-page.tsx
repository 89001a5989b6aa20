import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { campaignsText as text } from '#web/messages/en/campaigns.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { CampaignDialog } from './campaign-dialog.tsx'
import { exportCampaigns } from './campaign-export.ts'
import { CampaignTable } from './campaign-table.tsx'
import { CopyLinkButton } from './copy-link-button.tsx'
import { type CampaignList, useCampaignList, useStatusTabs } from './use-campaign-list.ts'

/** All campaigns with their rates, by status. */
export function Component() {
  const list = useCampaignList()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isSupported = useCapability('campaigns.write')
  const canCreate = useCanWrite() && isSupported
  const offlineProps = useOfflineProps()
  const [isCreating, setCreating] = useState(false)
  const close = () => setCreating(false)
  const onCreate = canCreate ? () => setCreating(true) : undefined
  // The empty state itself offers to create the first campaign.
  const hasCampaigns = list.loaded !== undefined && (list.loaded.length > 0 || list.status !== null)
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <>
            <SearchField label={text.find} singleKeys={singleKeys} />
            <CopyLinkButton />
            {list.loaded && list.loaded.length > 0 && <ExportButton list={list} />}
            {onCreate && hasCampaigns && (
              <CreateButton {...offlineProps} onClick={onCreate}>
                {text.new}
              </CreateButton>
            )}
          </>
        }
      />
      <div className="mt-3">
        <StatusTabs current={list.status} />
      </div>
      <CampaignTable list={list} singleKeys={singleKeys} onCreate={onCreate} />
      {isCreating && <CampaignDialog onClose={close} />}
    </>
  )
}

function StatusTabs({ current }: { current: string | null }) {
  const [search] = useSearchParams()
  const to = (status: string | null) => {
    const next = new URLSearchParams(search)
    if (status === null) next.delete('status')
    else next.set('status', status)
    return { pathname: paths.campaigns(), search: String(next) }
  }
  const tabs = useStatusTabs(current).map((status) => ({
    to: to(status),
    label: formatStatus(status),
    current: status === current,
  }))
  return (
    <Tabs
      label={text.which}
      look="line"
      tabs={[{ to: to(null), label: text.all, current: current === null }, ...tabs]}
    />
  )
}

function ExportButton({ list }: { list: CampaignList }) {
  const session = useSession()
  const { status, text: searchText, sort, isComplete, rows = [] } = list
  const start = () =>
    exportCampaigns(session, {
      status,
      text: searchText,
      sort,
      rows: isComplete ? rows : undefined,
    })
  return (
    <Button icon={Download} onClick={start}>
      {text.export}
    </Button>
  )
}
