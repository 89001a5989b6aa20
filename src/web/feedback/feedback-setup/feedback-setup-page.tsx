import './feedback-setup.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import Folder from 'lucide-react/icons/folder'
import ListChecks from 'lucide-react/icons/list-checks'
import Tag from 'lucide-react/icons/tag'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { feedbackSetupText as text } from '#web/messages/en/feedback-setup.ts'
import { paths } from '#web/paths.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { type AllItems, useAllItems } from '#web/query/use-all-pages.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { Button, CreateButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, PartialError, ReadOnlyHint, Skeleton } from '#web/ui/page-states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { EditDialog } from './setup-dialogs.tsx'
import type { Kind } from './setup-resources.ts'
import { BoardRows, TagRows } from './setup-rows.tsx'
import { StatusRows } from './status-rows.tsx'

const icons = { boards: Folder, statuses: ListChecks, tags: Tag } as const
const kinds = ['boards', 'statuses', 'tags'] as const

/** Feedback boards, statuses and tags, each under a tab. Changing them needs `feedback.config`. */
export function Component() {
  const [url] = useSearchParams()
  const kind = kinds.find((one) => one === url.get('tab')) ?? 'boards'
  const me = useSettledCapabilities()
  const canWrite = useCanWrite()
  const isSupported = me.can('feedback.config')
  const canEdit = canWrite && isSupported
  const offlineProps = useOfflineProps()
  const [dialog, openDialog] = useState<ReactNode>(null)
  const boardPages = endpointPages('GET /feedback/boards', {})
  const statusPages = endpointPages('GET /feedback/statuses', {})
  const tagPages = endpointPages('GET /feedback/tags', {})
  const lists = {
    boards: useAllItems(useInfiniteQuery(boardPages), boardPages.queryKey),
    statuses: useAllItems(useInfiniteQuery(statusPages), statusPages.queryKey),
    tags: useAllItems(useInfiniteQuery(tagPages), tagPages.queryKey),
  }
  const close = () => openDialog(null)
  const create = () =>
    openDialog(<EditDialog key={kind} kind={kind} item={undefined} onClose={close} />)
  const { tab, create: createLabel, description } = text.kinds[kind]
  const rows = { canEdit, openDialog }
  return (
    <>
      <PageHeader
        title={text.title}
        section={tab}
        parent={{ label: text.posts, to: paths.posts() }}
        actions={
          canEdit && (
            <CreateButton {...offlineProps} onClick={create}>
              {createLabel}
            </CreateButton>
          )
        }
      />
      {me.isSettled && !canEdit && (
        <ReadOnlyHint>{isSupported ? text.readOnly : text.onServer}</ReadOnlyHint>
      )}
      <div className="mt-4 grid grid-cols-1 gap-4 max-md:pb-16">
        <Tabs
          look="line"
          label={text.tabs}
          tabs={kinds.map((one) => ({
            to: paths.feedbackSetup(one === 'boards' ? undefined : one),
            label: text.kinds[one].tab,
            current: one === kind,
            count: lists[one].isComplete ? lists[one].items?.length : undefined,
          }))}
        />
        <p className="text-ink-2">{description}</p>
        {kind === 'boards' && (
          <SetupList kind={kind} list={lists.boards} onCreate={canEdit ? create : undefined}>
            {(items) => <BoardRows items={items} {...rows} />}
          </SetupList>
        )}
        {kind === 'statuses' && (
          <SetupList kind={kind} list={lists.statuses} onCreate={canEdit ? create : undefined}>
            {(items) => <StatusRows items={items} {...rows} />}
          </SetupList>
        )}
        {kind === 'tags' && (
          <SetupList kind={kind} list={lists.tags} onCreate={canEdit ? create : undefined}>
            {(items) => <TagRows items={items} {...rows} />}
          </SetupList>
        )}
      </div>
      {dialog}
    </>
  )
}

interface SetupListProps<Item> {
  kind: Kind
  list: AllItems<Item>
  onCreate: (() => void) | undefined
  children: (items: readonly Item[]) => ReactNode
}

/** The items of the open tab, in each state. */
function SetupList<Item>({ kind, list, onCreate, children }: SetupListProps<Item>) {
  const { query, items, retryRest } = list
  const offlineProps = useOfflineProps()
  const { failed, empty, emptyDescription, create } = text.kinds[kind]
  if (query.error && !items)
    return <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
  if (list.loading.showSkeleton || !items)
    return (
      <Skeleton label={text.kinds[kind].loading} loading={list.loading}>
        <div className="grid gap-2">
          {[0, 1, 2, 3].map((row) => (
            <div key={row} className="h-12 rounded-card bg-sunken" />
          ))}
        </div>
      </Skeleton>
    )
  if (items.length === 0)
    return (
      <EmptyState
        icon={icons[kind]}
        title={empty}
        action={
          onCreate && (
            <Button {...offlineProps} variant="primary" onClick={onCreate}>
              {create}
            </Button>
          )
        }
      >
        {emptyDescription}
      </EmptyState>
    )
  return (
    <div data-state="ready" className="grid gap-3">
      {children(items)}
      {retryRest && (
        <PartialError text={text.loadMoreFailed} busy={query.isFetching} onRetry={retryRest} />
      )}
    </div>
  )
}
