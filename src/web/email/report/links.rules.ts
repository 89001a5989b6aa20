/** A link of a report, or several with different tracking tails. */
export interface ReportLink {
  /** Its position in the report: an address may appear twice. */
  readonly id: string
  readonly url: string
  readonly unique_clicks: number | undefined
  readonly total_clicks: number | undefined
  /** How many links of the report it stands for. */
  readonly count: number
}

/** Undefined where the report has no list of links. */
export function readLinks(links: unknown): ReportLink[] | undefined {
  if (!Array.isArray(links)) return undefined
  return links.flatMap((link: unknown, index) => {
    if (typeof link !== 'object' || link === null) return []
    const url: unknown = Reflect.get(link, 'url')
    if (typeof url !== 'string' || url === '') return []
    const clicks = (name: string) => {
      const value: unknown = Reflect.get(link, name)
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    }
    return {
      id: String(index),
      url,
      unique_clicks: clicks('unique_clicks'),
      total_clicks: clicks('total_clicks'),
      count: 1,
    }
  })
}

export type LinkSort = 'unique_clicks' | 'total_clicks'

/** Most clicked first; equal ones in the order of the report. */
export const sortLinks = (links: readonly ReportLink[], by: LinkSort): ReportLink[] =>
  links.toSorted((one, other) => (other[by] ?? -1) - (one[by] ?? -1))

const trackingParameters =
  /^(utm_\w+|mc_(cid|eid)|_hs\w+|hsctatracking|mkt_tok|fbclid|gclid|msclkid|ck_subscriber_id|vero_\w+|oly_\w+|trk|_?ke)$/i

/** The address without what only says where the click came from. */
function withoutTracking(url: string): string {
  const [address, hash] = splitAt(url, '#')
  const [path, query] = splitAt(address, '?')
  if (query === undefined) return url
  const rest = query
    .split('&')
    .filter((pair) => !trackingParameters.test(splitAt(pair, '=')[0] ?? ''))
    .join('&')
  return `${path}${rest && `?${rest}`}${hash === undefined ? '' : `#${hash}`}`
}

const splitAt = (text: string, mark: string): [string, string | undefined] => {
  const index = text.indexOf(mark)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}

const sum = (one: number | undefined, other: number | undefined) =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)

/** One link for each address without its tracking tail, with the clicks of all added up. */
export function groupLinks(links: readonly ReportLink[]): ReportLink[] {
  const groups = new Map<string, ReportLink>()
  for (const link of links) {
    const url = withoutTracking(link.url)
    const group = groups.get(url)
    groups.set(url, {
      id: group?.id ?? link.id,
      url,
      unique_clicks: sum(group?.unique_clicks, link.unique_clicks),
      total_clicks: sum(group?.total_clicks, link.total_clicks),
      count: (group?.count ?? 0) + link.count,
    })
  }
  return [...groups.values()]
}

/** What a browser may open; other schemes run scripts or programs. */
export function isSafeUrl(url: string): boolean {
  return /^(https?|mailto):/i.test(url) && URL.canParse(url)
}

// They change the direction or the look of what is beside them.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** With every character visible: a mark that turns text around is written as its code. */
export const revealUrl = (url: string): string =>
  url.replace(invisible, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

/** Still the same address, with such marks percent-encoded. */
export const encodeMarks = (url: string): string => url.replace(invisible, encodeURIComponent)

/** Without its scheme, and without its middle when it is long: the end often tells links apart. */
export function shortenUrl(url: string, length = 60): string {
  const text = revealUrl(url)
    .replace(/^https?:\/\//i, '')
    .replace(/^([^/]+)\/$/, '$1')
  const characters = [...text]
  if (characters.length <= length) return text
  const end = Math.floor(length * 0.4)
  return `${characters.slice(0, length - end - 1).join('')}…${characters.slice(-end).join('')}`
}
