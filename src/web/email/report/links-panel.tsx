import { useDeferredValue, useMemo, useState } from 'react'

import { countOf } from '#web/email/campaigns/campaign-stats.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { reportLinksText as text } from '#web/messages/en/report-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Bar } from '#web/ui/chart/bar.tsx'
import { formatNumber, formatRate } from '#web/ui/format.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import type { Sort } from '#web/ui/table/table.rules.ts'
import {
  groupLinks,
  isSafeUrl,
  readLinks,
  type LinkSort,
  type ReportLink,
  revealUrl,
  shortenUrl,
  sortLinks,
} from './links.rules.ts'
import { ReportPanel } from './report-panel.tsx'

const FEW = 20
/** From here on only the rows in view are rendered. */
const MANY = 60

interface LinksPanelProps {
  /** As the server sent them. */
  links: unknown
  stats: unknown
}

/** The links of a campaign by their clicks. */
export function LinksPanel({ links: body, stats }: LinksPanelProps) {
  const reported = useMemo(() => readLinks(body), [body])
  const links = reported ?? none
  const [isGrouped, setGrouped] = useState(false)
  const [showsAll, setShowAll] = useState(false)
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState<Sort>('-unique_clicks')
  const groups = useMemo(() => groupLinks(links), [links])
  const canGroup = groups.length < links.length
  const all = isGrouped && canGroup ? groups : links
  const by: LinkSort = sort.endsWith('total_clicks') ? 'total_clicks' : 'unique_clicks'
  const searchText = useDeferredValue(normalizeText(query))
  const matches = useMemo(() => {
    const found = sortLinks(all, by).filter(({ url }) => normalizeText(url).includes(searchText))
    return sort.startsWith('-') ? found : found.toReversed()
  }, [all, by, sort, searchText])
  const visible = showsAll || searchText !== '' ? matches : matches.slice(0, FEW)
  const columns = useMemo(() => linkColumns(all), [all])

  if (links.length === 0)
    return (
      <ReportPanel title={text.title} name="links">
        <p className="text-ink-2">{reported ? emptyText(stats) : text.missing}</p>
      </ReportPanel>
    )
  const clicks = sumOf(links, 'total_clicks') ?? countOf(stats, 'clicks_total')
  const isVirtual = visible.length > MANY
  return (
    <ReportPanel
      title={text.title}
      name="links"
      isLong
      summary={text.summary(links.length, clicks === undefined ? undefined : text.clicks(clicks))}
      actions={
        <p aria-hidden className="report-links-legend flex items-center gap-4 text-meta text-ink-3">
          <span data-part className="flex items-center gap-1.5">
            {text.unique}
          </span>
          <span className="flex items-center gap-1.5">{text.total}</span>
        </p>
      }
    >
      {(canGroup || links.length > FEW) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2" data-no-print>
          {links.length > FEW && (
            <input
              type="search"
              aria-label={text.find}
              placeholder={text.find}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onKeyDown={({ key }) => key === 'Escape' && setQuery('')}
              className="h-control min-w-32 rounded-control border border-line-strong bg-surface px-2.5 text-cell"
            />
          )}
          {canGroup && (
            <Button
              size="small"
              aria-pressed={isGrouped}
              className="max-md:h-auto max-md:min-h-control-small max-md:py-1 max-md:whitespace-normal"
              onClick={() => setGrouped(!isGrouped)}
            >
              {text.group}
            </Button>
          )}
        </div>
      )}
      {isGrouped && canGroup && <p className="text-meta text-ink-3">{text.grouped}</p>}
      <div
        className={`report-links ${isVirtual ? 'h-72' : ''}`}
        style={{
          ['--unique-unit' as string]: JSON.stringify(` ${text.units.unique}`),
          ['--total-unit' as string]: JSON.stringify(` ${text.units.total}`),
        }}
      >
        <DataTable
          caption={text.title}
          columns={columns}
          rows={visible}
          rowId={rowId}
          rowName={rowName}
          view={`${sort} ${isGrouped} ${searchText}`}
          sort={sort}
          onSort={(next) => setSort(next ?? '-unique_clicks')}
          isVirtual={isVirtual}
          empty={
            <EmptyState
              filtered
              title={text.noMatch(query)}
              action={<Button onClick={() => setQuery('')}>{messages.app.clear}</Button>}
            />
          }
        />
      </div>
      {searchText === '' && matches.length > FEW && (
        <div>
          <Button size="small" onClick={() => setShowAll(!showsAll)}>
            {showsAll ? text.showFirst(FEW) : text.showAll(matches.length)}
          </Button>
        </div>
      )}
    </ReportPanel>
  )
}

const none: readonly ReportLink[] = []
const rowId = ({ id }: ReportLink) => id
const rowName = ({ url }: ReportLink) => shortenUrl(url)

function linkColumns(links: readonly ReportLink[]): Column<ReportLink>[] {
  const max = Math.max(0, ...links.map((link) => link.total_clicks ?? link.unique_clicks ?? 0))
  const uniqueClicks = sumOf(links, 'unique_clicks') ?? 0
  const number = (value: number | undefined) => (value === undefined ? '' : formatNumber(value))
  return [
    { id: 'url', label: text.columns.link, width: 20, cell: (link) => <LinkName link={link} /> },
    {
      id: 'bar',
      label: text.columns.bar,
      onPhone: true,
      cell: ({ unique_clicks, total_clicks }) => (
        <Bar
          value={total_clicks ?? unique_clicks}
          max={max}
          part={unique_clicks}
          className="h-2.5"
        />
      ),
    },
    {
      id: 'unique_clicks',
      label: text.columns.unique,
      align: 'end',
      width: 6.5,
      isSortable: true,
      firstDirection: 'descending',
      onPhone: true,
      cell: ({ unique_clicks }) => number(unique_clicks),
    },
    {
      id: 'total_clicks',
      label: text.columns.total,
      align: 'end',
      width: 6,
      isSortable: true,
      firstDirection: 'descending',
      onPhone: true,
      cell: ({ total_clicks }) => number(total_clicks),
    },
    {
      id: 'share',
      label: text.columns.share,
      align: 'end',
      width: 6,
      onPhone: true,
      cell: ({ unique_clicks }) =>
        unique_clicks === undefined ? '' : formatRate(unique_clicks / uniqueClicks, uniqueClicks),
    },
  ]
}

/** Opens in a new tab; an address that a browser should not open is a text. As few elements as possible. */
function LinkName({ link: { url, count } }: { link: ReportLink }) {
  const short = shortenUrl(url)
  const full = revealUrl(url)
  const props = {
    dir: 'ltr',
    className:
      'report-link inline-block max-w-full truncate rounded-chip align-middle leading-6 print:leading-tight',
    ...(short !== full && { 'data-tip': full.length > 600 ? `${full.slice(0, 600)}…` : full }),
  }
  const more = count > 1 && <span className="text-ink-3"> {text.count(count)}</span>
  if (!isSafeUrl(url))
    return (
      <span {...props} tabIndex={0}>
        {short}
        {more}
      </span>
    )
  return (
    <a {...props} href={url} target="_blank" rel="noopener noreferrer">
      {short}
      {more}
    </a>
  )
}

function sumOf(links: readonly ReportLink[], name: LinkSort): number | undefined {
  const values = links.flatMap((link) => link[name] ?? [])
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}

function emptyText(stats: unknown): string {
  const clicks = countOf(stats, 'clicks_total') ?? countOf(stats, 'clicks_unique')
  if (clicks) return text.notListed
  return clicks === 0 ? text.noClicks : text.noLinks
}
