import { useInfiniteQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import ScrollText from 'lucide-react/icons/scroll-text'
import Zap from 'lucide-react/icons/zap'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { auditKinds } from '#contract/developers/audit.rules.ts'
import type { Input } from '#contract/endpoints.ts'
import { useOnline } from '#web/external-store.ts'
import { auditText as text } from '#web/messages/en/audit.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useLiveFilter, useLivePages } from '#web/session/realtime/use-live-pages.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { MultiFilter, SingleFilter } from '#web/ui/form/filters.tsx'
import { shortenId } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { LiveStatus, useLiveTable } from '#web/ui/table/live-rows.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { AuditEntryDialog } from './audit-entry-dialog.tsx'
import {
  type AuditItem,
  buildKeyOptions,
  findTarget,
  formatAction,
  mergeKeyNames,
  parseAuditFilter,
} from './audit.rules.ts'

const kindOptions = auditKinds.map((value) => ({ value, label: text.kinds[value] }))
const sinceOptions = Object.entries(text.since.options).map(([value, label]) => ({ value, label }))

/** The entries with their filters, newest first. */
export function AuditLog() {
  const [open, setOpen] = useState<AuditItem>()
  const audit = useAudit(open?.id)
  const { filter, setFilter, keyOptions } = audit
  const isOnline = useOnline()
  // The button that shows new rows is removed: the newest row takes the focus.
  const [newest, setNewest] = useState<string | null>(null)
  return (
    <div
      className="time-last mt-4 flex min-h-0 min-w-0 flex-1 flex-col gap-3 [--least-width:60rem]"
      onScrollCapture={({ target }) => {
        if (target instanceof Element) audit.setScrolled(target.scrollTop > 4)
      }}
    >
      <div
        role="group"
        aria-label={text.filters}
        className="flex flex-wrap items-center gap-2 max-md:gap-y-3"
      >
        <MultiFilter
          label={text.key}
          icon={KeyRound}
          options={keyOptions}
          values={filter.key_id}
          onChange={(values) => setFilter('key_id', values.join())}
        />
        <MultiFilter
          label={text.kind}
          icon={Zap}
          options={kindOptions}
          values={filter.kind}
          onChange={(values) => setFilter('kind', values.join())}
        />
        <SingleFilter
          label={text.since.label}
          icon={History}
          options={sinceOptions}
          value={filter.since}
          onChange={(value) => setFilter('since', value)}
        />
        <div className="ms-auto flex min-h-control-small items-center">
          <LiveStatus
            live={audit}
            isOnline={isOnline}
            formatNew={text.newEntries}
            formatShow={text.showNew}
            onShowNew={() => setNewest(audit.showNew() ?? null)}
          />
        </div>
      </div>
      <AuditTable audit={audit} requestedRow={newest} onOpen={setOpen} />
      {open && <AuditEntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/**
 * The entries that the URL filters, as far as they are loaded, and the keys to choose from. `openId` is that of an entry
 * in a dialog.
 */
function useAudit(openId: string | undefined) {
  const { request, startAt, view, ...filtering } = useLiveFilter(parseAuditFilter)
  const live = useLivePages(
    'GET /audit-log',
    request as Input<'GET /audit-log'>, // a list is sent with commas
    { view, openId, startAt, timeOf: ({ at }) => at },
  )
  const { names, isLoaded } = useKeyNames(live.rows)
  const keyOptions = buildKeyOptions(names, filtering.filter.key_id, isLoaded)
  return { ...filtering, ...live, keyOptions }
}

/** Of the keys of the workspace, and of those whose entries were on the page: it may be filtered later. */
function useKeyNames(rows: readonly AuditItem[] | undefined) {
  const canList = useCapability('keys.manage')
  const query = useInfiniteQuery({ ...endpointPages('GET /api-keys', {}), enabled: canList })
  useAllPages(query, canList)
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const keys = query.data?.pages.flatMap(({ data }) => data) ?? []
  const names = mergeKeyNames(known, keys, rows ?? [])
  if (names !== known) setKnown(names)
  const isListed = !canList || query.isError || (query.isSuccess && !query.hasNextPage)
  return { names, isLoaded: isListed && rows !== undefined }
}

interface AuditTableProps {
  audit: ReturnType<typeof useAudit>
  /** Takes the focus once this changes. */
  requestedRow: string | null
  onOpen: (entry: AuditItem) => void
}

const rowId = ({ id }: AuditItem) => id
const rowName = (entry: AuditItem) => text.by(formatAction(entry), entry.key.name)

/** The entries, newest first; a row opens all of one. */
function AuditTable({ audit, requestedRow, onOpen }: AuditTableProps) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const table = useLiveTable<AuditItem>(audit, { columns, rowId, failed: text.failed })
  return (
    <DataTable<AuditItem>
      {...table}
      caption={text.caption}
      view={audit.view}
      rowName={rowName}
      onOpen={onOpen}
      requestedRow={requestedRow}
      singleKeys={singleKeys}
      empty={
        audit.isFiltered ? (
          <EmptyState
            key="filtered"
            filtered
            title={text.noMatch}
            action={<Button onClick={audit.clear}>{text.clearFilters}</Button>}
          />
        ) : (
          <EmptyState key="unused" icon={ScrollText} title={text.empty}>
            {text.emptyDescription}
          </EmptyState>
        )
      }
    />
  )
}

const columns: readonly Column<AuditItem>[] = [
  {
    id: 'action',
    label: text.columns.action,
    minWidth: 14,
    cell: (entry) => formatAction(entry),
  },
  {
    id: 'resource',
    label: text.columns.resource,
    width: 9,
    cell: (entry) => <Target entry={entry} />,
  },
  {
    id: 'key',
    label: text.columns.key,
    width: 16,
    onPhone: true,
    cell: ({ key, member }) => (
      <>
        {member && <bdi>{member.name}</bdi>}
        {member && ' · '}
        <bdi className="text-ink-2">{key.name}</bdi>
      </>
    ),
  },
  {
    id: 'address',
    label: text.columns.address,
    width: 10,
    cell: ({ address }) => <code className="font-mono text-code text-ink-2">{address}</code>,
  },
  {
    id: 'request',
    label: text.columns.request,
    width: 7.5,
    cell: ({ request_id }) => (
      <code data-tip={request_id} className="font-mono text-code text-ink-2">
        {shortenId(request_id)}
      </code>
    ),
  },
  {
    id: 'time',
    label: text.columns.time,
    align: 'end',
    width: 9,
    onPhone: true,
    cell: ({ at }) => <RelativeTime at={at} tabIndex={-1} />,
  },
]

function Target({ entry }: { entry: AuditItem }) {
  const target = findTarget(entry)
  if (!target) return <span className="sr-only">{text.none}</span>
  return target.to === undefined ? (
    <code data-tip={target.id} className="font-mono text-code text-ink-2">
      {target.label}
    </code>
  ) : (
    <Link
      to={target.to}
      tabIndex={-1}
      data-tip={target.id}
      className="font-mono text-code text-accent-ink hover:underline"
    >
      {target.label}
    </Link>
  )
}
