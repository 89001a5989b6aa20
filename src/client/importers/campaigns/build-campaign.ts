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
import { buildStats } from './campaign-stats.ts'

const maxLength = 255

/** A report as a campaign; undefined after rejecting it. `otherwise` names one that has no name of its own. */
export function buildCampaign(
  { path, facts, links }: ParsedReport,
  fallbackName: string,
  { time_zone }: CampaignOptions,
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
  if (title === '') findings.warn('no title, the subject or file name is used', name)

  const sentText = firstText(facts, 'sent_at', findings)
  const sent = parseDate(sentText, time_zone)
  if (sent && !sent.zoned) findings.warn(`sent: no time zone, read as ${time_zone}`, sentText)
  if (!sent && !isBlank(sentText)) findings.warn('sent: not a date, omitted', sentText)
  // As the file writes it, so that another time zone does not make another campaign.
  const titled_ref = refOf(`${name}/${parseDate(sentText, 'UTC')?.instant ?? ''}`)
  const id = firstText(facts, 'id', findings)
  return {
    external_ref: id === '' ? titled_ref : refOf(id),
    titled_ref,
    path,
    name,
    subject: subject || undefined,
    sent_at: sent?.instant,
    stats: buildStats(facts, name, findings),
    links: links && buildLinks(links, name, findings),
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
  if (distinct.length > 1) {
    findings.warn(
      `${matches[0]?.label}: several in the report, the first one kept`,
      distinct.join(', '),
    )
  }
  return first
}

const maxLinks = 1000
const maxUrlLength = 2000

/** The links as they are kept, in the order of the file. One without an address is kept under its text. */
function buildLinks(
  rows: readonly LinkRow[],
  name: string,
  findings: Pick<ParseFindings, 'warn'>,
): Link[] {
  const count = (text: string | undefined, what: string) => {
    const parsed = parseReportNumber(text ?? '').count
    if (parsed === undefined) findings.warn(`links: missing ${what}, imported as 0`, name)
    return parsed ?? 0
  }
  const links = rows.flatMap((row): Link[] => {
    const url = sanitizeLine(row.url).text
    if (url === '' || lengthOf(url) > maxUrlLength) {
      const what =
        url === '' ? 'without an address or text' : `longer than ${maxUrlLength} characters`
      findings.warn(`links: ${what}, omitted`, url.slice(0, 60) || name)
      return []
    }
    return [
      {
        url,
        unique_clicks: count(row.unique_clicks, 'unique clicks'),
        total_clicks: count(row.total_clicks, 'total clicks'),
      },
    ]
  })
  if (links.length > maxLinks) findings.warn(`links: more than ${maxLinks}, the rest omitted`, name)
  return links.slice(0, maxLinks)
}
