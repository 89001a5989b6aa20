import { plural } from '#web/messages/plural.ts'

/** The links of a report, which load after its rates. */
export const reportLinksText = {
  title: 'Links',
  summary: (links: number, clicks: string | undefined) =>
    plural(links, { one: '# link', other: '# links' }) +
    (clicks === undefined ? '' : `, ${clicks}`),
  clicks: (count: number) => plural(count, { one: '# click', other: '# clicks' }),
  unique: 'Unique clicks',
  total: 'Total clicks',
  columns: { link: 'Link', bar: 'Clicks', unique: 'Unique', total: 'Total', share: 'Of clicks' },
  /** After the numbers of a phone, where no column has a name above it. */
  units: { unique: 'unique', total: 'total' },
  group: 'Group addresses that differ only in tracking',
  grouped: 'Unique clicks are added up: someone who clicked two of them counts twice.',
  count: (count: number) => plural(count, { other: '# addresses' }),
  find: 'Find a link',
  showAll: (count: number) => plural(count, { other: 'Show all # links' }),
  showFirst: (count: number) => plural(count, { other: 'Show the first #' }),
  noMatch: (query: string) => `No links match “${query}”.`,
  noClicks: 'No clicks yet',
  noLinks: 'This campaign has no links',
  notListed: 'The server reports clicks, but not by link.',
  missing: 'The server reports no links for this campaign.',
}
