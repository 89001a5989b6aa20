import { createExternalRef } from '#client/importers/core/external-ref.ts'
import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { parseDate } from '#client/importers/core/parse-date.ts'
import { lengthOf, sanitizeLine } from '#client/importers/core/sanitize.ts'
import type { Link } from '#contract/email/campaigns.ts'
import {
  type Fact,
  type Meaning,
  meaningOf,
  type ParsedReport,
  isBlank,
  type LinkRow,
  parseReportNumber,
} from './campaign-fields.ts'
import type { CampaignOptions, PlannedCampaign } from './campaign-plan.ts'
import { buildStats, findContradiction } from './campaign-stats.ts'

const maxLength = 255

/** A report as a campaign; undefined after rejecting it. `otherwise` names one that has no name of its own. */
export function buildCampaign(
  { path, facts, links }: ParsedReport,
  fallbackName: string,
  options: CampaignOptions,
  findings: ParseFindings<'campaigns'>,
): PlannedCampaign | undefined {
  const title = firstText(facts, 'name', findings)
  const subject = firstText(facts, 'subject', findings)
  const name = title || subject || fallbackName
  const tooLong = [name, subject].find((text) => lengthOf(text) > maxLength)
  if (name === '' || tooLong !== undefined) {
    const reason =
      tooLong === undefined
        ? 'it has neither title nor subject'
        : `its title or subject has more than ${maxLength} characters`
    findings.reject({ kind: 'campaigns', path, id: name.slice(0, 60) || null, reason })
    return undefined
  }
  if (title === '') findings.warn('no_title', {}, name)

  const sentText = firstText(facts, 'sent_at', findings)
  const sent = parseDate(sentText, options)
  const { time_zone } = options
  if (sent && !sent.zoned) findings.warn('no_time_zone', { path: 'sent', time_zone }, sentText)
  if (!sent && !isBlank(sentText)) findings.warn('not_a_date', { path: 'sent' }, sentText)
  // As the file writes it, so that another time zone does not make another campaign.
  const titled_ref = refOf(
    `${name}/${parseDate(sentText, { ...options, time_zone: 'UTC' })?.instant ?? ''}`,
  )
  const id = firstText(facts, 'id', findings)
  const stats = buildStats(facts, name, findings)
  const campaignLinks = links && buildLinks(links, name, findings)
  const reason = findContradiction(stats, campaignLinks)
  if (reason !== undefined) {
    findings.reject({ kind: 'campaigns', path, id: name, reason })
    return undefined
  }
  return {
    external_ref: id === '' ? titled_ref : refOf(id),
    titled_ref,
    path,
    name,
    subject: subject || undefined,
    sent_at: sent?.instant,
    stats,
    links: campaignLinks,
  }
}

const refOf = (name: string) => createExternalRef(`campaign-report:${name}`)

/** The first text of this meaning; empty when there is none. */
function firstText(
  facts: readonly Fact[],
  meaning: Meaning,
  findings: ParseFindings<'campaigns'>,
): string {
  const matches = facts.filter(({ label }) => meaningOf(label) === meaning)
  const texts = matches.flatMap(({ values }) => values).filter((text) => !isBlank(text))
  const distinct = [...new Set(texts.map((text) => sanitizeLine(text).text))]
  const [first = ''] = distinct
  const [match] = matches
  if (match && distinct.length > 1)
    findings.warn('several_values', { path: match.label }, distinct.join(', '))
  return first
}

const maxLinks = 1000
const maxUrlLength = 2000

/**
 * The links as they are kept, in the order of the file. One without an address is kept under its text. Undefined when
 * there are some and none can be kept: the report does not say that nobody clicked.
 */
function buildLinks(
  rows: readonly LinkRow[],
  name: string,
  findings: Pick<ParseFindings, 'warn'>,
): Link[] | undefined {
  const links = rows.flatMap((row): Link[] => {
    const url = sanitizeLine(row.url).text
    if (url === '' || lengthOf(url) > maxUrlLength) {
      if (url === '') findings.warn('link_without_address', {}, name)
      else findings.warn('link_too_long', { limit: maxUrlLength }, url.slice(0, 60))
      return []
    }
    const unique_clicks = parseReportNumber(row.unique_clicks ?? '').count
    const total_clicks = parseReportNumber(row.total_clicks ?? '').count
    if (unique_clicks !== undefined && total_clicks !== undefined)
      return [{ url, unique_clicks, total_clicks }]
    const clicks = unique_clicks === undefined ? 'unique' : 'total'
    findings.warn('link_without_clicks', { clicks }, url)
    return []
  })
  if (links.length > maxLinks) findings.warn('too_many', { path: 'links', limit: maxLinks }, name)
  return links.length === 0 && rows.length > 0 ? undefined : links.slice(0, maxLinks)
}
