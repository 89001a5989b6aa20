import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { compareText as text } from '#web/messages/en/compare.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { formatDate } from '#web/ui/format.ts'
import { dateOf } from './campaign-list.rules.ts'
import { campaignPages } from './campaigns.data.ts'

interface CampaignOption {
  readonly id: string
  readonly label: string
  readonly detail?: string
}

interface AddCampaignProps {
  ids: readonly string[]
  isFull: boolean
  onAdd: (campaign: CampaignOption) => void
}

/** Finds a campaign by its name. The names are loaded once someone is about to search them. */
export function AddCampaign({ ids, isFull, onAdd }: AddCampaignProps) {
  const [isUsed, setUsed] = useState(false)
  const query = useInfiniteQuery({ ...campaignPages(null), enabled: isUsed })
  useAllPages(query, isUsed)
  const options = (query.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .filter(({ id }) => !ids.includes(id))
    .map((campaign): CampaignOption => {
      const date = dateOf(campaign)
      return {
        id: campaign.id,
        label: campaign.name,
        ...(date && { detail: formatDate(new Date(date)) }),
      }
    })
  return (
    <div
      className="w-full max-w-md"
      onFocus={() => setUsed(true)}
      onPointerEnter={() => setUsed(true)}
    >
      <Combobox
        label={text.add}
        placeholder={text.addPlaceholder}
        {...(isFull && { hint: text.full })}
        disabled={isFull}
        value={null}
        options={options}
        status={query.isError ? 'failed' : query.isPending ? 'loading' : 'ready'}
        onRetry={() => void query.refetch()}
        onChange={(campaign) => campaign && onAdd(campaign)}
      />
    </div>
  )
}
