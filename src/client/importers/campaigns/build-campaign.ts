import { fittingRef } from '#client/importers/core/external-ref.ts'
import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { writtenTime } from '#client/importers/core/parse-date.ts'
import { lengthOf, oneLine } from '#client/importers/core/sanitize.ts'
import type { Link } from '#contract/email/campaigns.ts'
import {
  type Fact,
  type Meaning,
  meaningOf,
  type ReadReport,
  saysNothing,
  type LinkRow,
  reportNumber,
} from './campaign-fields.ts'
import type { CampaignOptions, PlannedCampaign } from './campaign-plan.ts'
import { statsIn } from './campaign-stats.ts'

const longest = 255

/** A report as a campaign; undefined after rejecting it. `otherwise` names one that has no name of its own. */
export function campaignOf(
  { path, facts, links }: ReadReport,
  otherwise: string,
  { time_zone }: CampaignOptions,
  notebook: ParseFindings<'campaigns'>,
): PlannedCampaign | undefined {
  const title = textIn(facts, 'name', notebook)
  const subject = textIn(facts, 'subject', notebook)
  const name = title || subject || otherwise
  const long = [name, subject].find((text) => lengthOf(text) > longest)
  if (name === '' || long !== undefined) {
    const what = long === undefined ? 'it has neither title nor subject' : 'its title or subject'
    const reason = long === undefined ? what : `${what} has more than ${longest} characters`
    notebook.reject({ kind: 'campaigns', path, id: name.slice(0, 60) || null, reason })
    return undefined
  }
  if (title === '') notebook.warn('a campaign without a title, named by its subject or file', name)

  const written = textIn(facts, 'sent_at', notebook)
  const sent = writtenTime(written, time_zone)
  if (sent && !sent.zoned) notebook.warn(`sent: no time zone in it, read as ${time_zone}`, written)
  if (!sent && !saysNothing(written)) notebook.warn('sent: not a date, left out', written)
  // As the file writes it, so that another time zone does not make another campaign.
  const titled_ref = refOf(`${name}/${writtenTime(written, 'UTC')?.instant ?? ''}`)
  const id = textIn(facts, 'id', notebook)
  return {
    external_ref: id === '' ? titled_ref : refOf(id),
    titled_ref,
    path,
    name,
    subject: subject || undefined,
    sent_at: sent?.instant,
    stats: statsIn(facts, name, notebook),
    links: links && linksIn(links, name, notebook),
  }
}

const refOf = (name: string) => fittingRef(`campaign-report:${name}`)

/** The first text of this meaning; empty when there is none. */
function textIn(
  facts: readonly Fact[],
  meaning: Meaning,
  notebook: ParseFindings<'campaigns'>,
): string {
  const told = facts.filter(({ label }) => meaningOf(label) === meaning)
  const texts = told.flatMap(({ values }) => values).filter((text) => !saysNothing(text))
  const different = [...new Set(texts.map((text) => oneLine(text).text))]
  const [first = ''] = different
  if (different.length > 1) {
    notebook.warn(
      `${told[0]?.label}: several in the report, the first one kept`,
      different.join(', '),
    )
  }
  return first
}

const mostLinks = 1000
const longestUrl = 2000

/** The links as they are kept, in the order of the file. One without an address is kept under its text. */
function linksIn(
  rows: readonly LinkRow[],
  name: string,
  notebook: Pick<ParseFindings, 'warn'>,
): Link[] {
  const count = (text: string | undefined, what: string) => {
    const found = reportNumber(text ?? '').count
    if (found === undefined) notebook.warn(`links: ${what} not told, kept as 0`, name)
    return found ?? 0
  }
  const links = rows.flatMap((row): Link[] => {
    const url = oneLine(row.url).text
    if (url === '' || lengthOf(url) > longestUrl) {
      const what =
        url === '' ? 'without an address or text' : `longer than ${longestUrl} characters`
      notebook.warn(`links: one ${what}, left out`, url.slice(0, 60) || name)
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
  if (links.length > mostLinks)
    notebook.warn(`links: more than ${mostLinks}, the rest left out`, name)
  return links.slice(0, mostLinks)
}
