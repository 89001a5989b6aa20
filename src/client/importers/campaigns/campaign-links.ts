import type { Notebook } from '#client/importers/core/import-plan.ts'
import { lengthOf, oneLine } from '#client/importers/core/sanitize.ts'
import type { Link } from '#contract/email/campaigns.ts'
import type { LinkRow } from './campaign-fields.ts'
import { reportNumber } from './report-number.ts'

const mostLinks = 1000
const longestUrl = 2000

/** The links as they are kept, in the order of the file. One without an address is kept under its text. */
export function linksIn(
  rows: readonly LinkRow[],
  name: string,
  notebook: Pick<Notebook, 'note'>,
): Link[] {
  const count = (text: string | undefined, what: string) => {
    const found = reportNumber(text ?? '').count
    if (found === undefined) notebook.note(`links: ${what} not told, kept as 0`, name)
    return found ?? 0
  }
  const links = rows.flatMap((row): Link[] => {
    const url = oneLine(row.url).text
    if (url === '' || lengthOf(url) > longestUrl) {
      const what =
        url === '' ? 'without an address or text' : `longer than ${longestUrl} characters`
      notebook.note(`links: one ${what}, left out`, url.slice(0, 60) || name)
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
    notebook.note(`links: more than ${mostLinks}, the rest left out`, name)
  return links.slice(0, mostLinks)
}
