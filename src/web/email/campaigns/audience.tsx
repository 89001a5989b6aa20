import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { messages } from '#web/messages/en/app.ts'
import { campaignEditText as text } from '#web/messages/en/campaign-edit.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'

const listsQuery = () => endpointPages('GET /lists', {})
const segmentsQuery = (list_id: string) =>
  endpointPages('GET /lists/:list_id/segments', { list_id })

type AudienceState =
  | { readonly state: 'none' | 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | {
      readonly state: 'ready'
      readonly list: string
      readonly segment: string | undefined
      readonly count: number | undefined
      readonly isAtMost: boolean
    }

/** The list and the segment of a campaign, and how many contacts of them it would go to. */
export function useAudience(list_id: string | null, segment_id: string | null): AudienceState {
  const listQuery = endpointQuery('GET /lists/:list_id', { list_id: list_id ?? '' })
  const list = useQuery({ ...listQuery, enabled: list_id !== null })
  const segments = useInfiniteQuery({ ...segmentsQuery(list_id ?? ''), enabled: list_id !== null })
  const segment = segments.data?.pages
    .flatMap(({ data }) => data)
    .find(({ id }) => id === segment_id)
  const lacksSegment = segment_id !== null && !segment
  useAllPages(segments, lacksSegment)
  if (list_id === null) return { state: 'none' }
  const segmentFailed =
    lacksSegment && !segments.isFetching && (segments.isError || !segments.hasNextPage)
  if ((list.isError && !list.data) || segmentFailed) {
    const retry = () => {
      if (!list.data) void list.refetch()
      if (lacksSegment) void segments.refetch()
    }
    return { state: 'failed', retry }
  }
  if (!list.data || lacksSegment) return { state: 'loading' }
  const { name, subscriber_count } = list.data
  const counts = [subscriber_count, segment?.contact_count].filter((one) => one !== undefined)
  return {
    state: 'ready',
    list: name,
    segment: segment?.name,
    count: counts.length > 0 ? Math.min(...counts) : undefined,
    // A segment counts contacts of any status; only the subscribed ones receive a campaign.
    isAtMost: segment_id !== null,
  }
}

/** The audience could not be loaded. */
export const AudienceError = ({ onRetry }: { onRetry: () => void }) => (
  <div
    role="alert"
    className="grid justify-items-start gap-2 rounded-control bg-bad-soft px-3 py-2 text-bad-ink"
  >
    {text.audienceFailed}
    <Button size="small" onClick={onRetry}>
      {messages.app.tryAgain}
    </Button>
  </div>
)

interface AudienceFieldsProps {
  list_id: string | null
  segment_id: string | null
  issues: Partial<Record<string, string>>
  onChange: (audience: { list_id: string | null; segment_id: string | null }) => void
}

interface Option {
  readonly id: string
  readonly label: string
}

/** Chooses who receives a campaign. Every list and segment can be found by its name. */
export function AudienceFields({ list_id, segment_id, issues, onChange }: AudienceFieldsProps) {
  const lists = useInfiniteQuery(listsQuery())
  useAllPages(lists, true)
  const segments = useInfiniteQuery({ ...segmentsQuery(list_id ?? ''), enabled: list_id !== null })
  useAllPages(segments, true)
  const audience = useAudience(list_id, segment_id)

  const listOptions = (lists.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .filter(({ id, archived }) => !archived || id === list_id)
    .map(({ id, name, subscriber_count }) => ({
      id,
      label: name,
      ...(subscriber_count !== undefined && { detail: text.subscribed(subscriber_count) }),
    }))
  const segmentOptions = (segments.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .map(({ id, name, contact_count }) => ({
      id,
      label: name,
      ...(contact_count !== undefined && { detail: text.contacts(contact_count) }),
    }))
  const optionOf = (
    options: readonly Option[],
    id: string | null,
    { isFetching, hasNextPage }: { isFetching: boolean; hasNextPage: boolean },
  ) => {
    if (id === null) return null
    const isLoading = isFetching || hasNextPage
    return options.find((one) => one.id === id) ?? { id, label: isLoading ? text.loadingName : id }
  }
  const stateOf = (query: { isError: boolean; isLoading: boolean }) =>
    query.isError ? 'failed' : query.isLoading ? 'loading' : 'ready'

  return (
    <>
      <Combobox
        label={text.list_id}
        options={listOptions}
        status={stateOf(lists)}
        onRetry={() => void lists.refetch()}
        value={optionOf(listOptions, list_id, lists)}
        issue={issues['list_id']}
        onChange={(list) => onChange({ list_id: list?.id ?? null, segment_id: null })}
      />
      <Combobox
        label={text.segment_id}
        {...(list_id === null && { hint: text.chooseListFirst })}
        placeholder={text.everyone}
        disabled={list_id === null}
        options={segmentOptions}
        status={stateOf(segments)}
        onRetry={() => void segments.refetch()}
        value={optionOf(segmentOptions, segment_id, segments)}
        issue={issues['segment_id']}
        onChange={(segment) => onChange({ list_id, segment_id: segment?.id ?? null })}
      />
      <p role="status" className="text-cell text-ink-2 empty:hidden">
        {audience.state === 'ready' && text.reach(audience)}
      </p>
      {audience.state === 'failed' && <AudienceError onRetry={audience.retry} />}
    </>
  )
}
