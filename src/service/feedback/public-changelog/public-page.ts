import { createHash } from 'node:crypto'

import { escapeHtml } from './escape-html.rules.ts'
import type { PublicEntry, PublicLabel, PublicWorkspace } from './public-entries.store.ts'
import { formatStyles } from './public-page-styles.ts'

/** An entry with its text as HTML. */
export interface RenderedEntry extends PublicEntry {
  readonly html: string
  readonly isWhole: boolean
}

export interface PublicPage {
  readonly type: string
  readonly body: string
  readonly content_security_policy: string
}

interface Site {
  readonly workspace: PublicWorkspace
  /** The public changelog, such as `https://acme.example/p/changelog`. */
  readonly address: string
  /** Those that the page names. */
  readonly labels: readonly PublicLabel[]
}

interface ListPage extends Site {
  readonly entries: readonly RenderedEntry[]
  readonly label: PublicLabel | undefined
  /** The labels to filter by. */
  readonly filters: readonly PublicLabel[]
  readonly page: number
  readonly pages: number
}

const text = {
  changelog: 'Changelog',
  all: 'All entries',
  empty: 'Nothing has been published yet.',
  feed: 'Atom feed',
  labels: 'Labels',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  readOn: 'Read the whole entry',
  notFound: 'There is no page here',
  notFoundHelp: 'The address may be wrong, or the page may have been taken down.',
}

/** Twenty entries, newest first. */
export function formatListPage(list: ListPage): PublicPage {
  const { workspace, address, labels, label, page, pages } = list
  const title = [text.changelog, label?.name, workspace.name].filter(Boolean).join(' · ')
  const link = (target: number) => escapeHtml(listAddress(address, label, target))
  return formatPage({
    title: page === 1 ? title : `${title} (${page}/${pages})`,
    canonical: listAddress(address, label, page),
    address,
    labels,
    links: [
      page > 1 ? `<link rel="prev" href="${link(page - 1)}">` : '',
      page < pages ? `<link rel="next" href="${link(page + 1)}">` : '',
    ].join(''),
    content: `<header>
<p class="name" dir="auto">${escapeHtml(workspace.name)}</p>
<h1>${text.changelog}</h1>
${list.filters.length === 0 ? '' : formatFilters(list)}</header>
<main>
${list.entries.map((entry) => formatEntry(list, entry, 'h2')).join('\n')}
${list.entries.length === 0 ? `<p>${text.empty}</p>` : ''}
</main>
${
  pages === 1
    ? ''
    : `<nav class="pages" aria-label="${text.pages}"><ul>
<li>${page > 1 ? `<a rel="prev" href="${link(page - 1)}">${text.newer}</a>` : ''}</li>
<li>${page} / ${pages}</li>
<li>${page < pages ? `<a rel="next" href="${link(page + 1)}">${text.older}</a>` : ''}</li>
</ul></nav>
`
}<footer><a href="${escapeHtml(address)}.atom">${text.feed}</a></footer>`,
  })
}

/** One entry, whole. */
export function formatEntryPage(site: Site, entry: RenderedEntry): PublicPage {
  const { workspace, address, labels } = site
  return formatPage({
    title: `${entry.title} · ${workspace.name}`,
    canonical: entryAddress(address, entry),
    address,
    labels,
    links: '',
    content: `<header>
<p class="name" dir="auto"><a href="${escapeHtml(address)}">${escapeHtml(workspace.name)}: ${text.changelog}</a></p>
</header>
<main>
${formatEntry(site, entry, 'h1')}
</main>
<footer><a href="${escapeHtml(address)}">${text.all}</a> · <a href="${escapeHtml(address)}.atom">${text.feed}</a></footer>`,
  })
}

/** The same for every address without a page, so that nobody learns why. */
export const notFoundPage: PublicPage = formatPage({
  title: text.notFound,
  labels: [],
  links: '',
  content: `<main><h1>${text.notFound}</h1><p>${text.notFoundHelp}</p></main>`,
})

export const entryAddress = (address: string, { id }: Pick<PublicEntry, 'id'>) => `${address}/${id}`

function listAddress(address: string, label: PublicLabel | undefined, page: number): string {
  const query = new URLSearchParams({
    ...(label ? { label: label.name } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString()
  return query === '' ? address : `${address}?${query}`
}

function formatFilters({ address, labels, filters, label }: ListPage): string {
  const item = (name: string, target: PublicLabel | undefined, className: string) => {
    const current = target?.id === label?.id ? ' aria-current="page"' : ''
    const href = escapeHtml(listAddress(address, target, 1))
    return `<li><a class="${className}" href="${href}"${current} dir="auto">${escapeHtml(name)}</a></li>`
  }
  const items = filters.map((each) => item(each.name, each, `label l${labels.indexOf(each)}`))
  return `<nav aria-label="${text.labels}"><ul>
${[item(text.all, undefined, ''), ...items].join('\n')}
</ul></nav>
`
}

function formatEntry(site: Site, entry: RenderedEntry, heading: 'h1' | 'h2'): string {
  const { workspace, address, labels } = site
  const href = escapeHtml(entryAddress(address, entry))
  const title = escapeHtml(entry.title)
  const names = labels.flatMap(({ id, name }, index) =>
    entry.label_ids.includes(id)
      ? [`<span class="label l${index}" dir="auto">${escapeHtml(name)}</span>`]
      : [],
  )
  const date = formatDate(entry.published_at, workspace)
  return `<article lang="${escapeHtml(workspace.locale)}">
<p class="meta"><time datetime="${entry.published_at}">${escapeHtml(date)}</time> ${names.join(' ')}</p>
<${heading} dir="auto">${heading === 'h2' ? `<a href="${href}">${title}</a>` : title}</${heading}>
<div class="text">
${entry.html}</div>
${entry.isWhole ? '' : `<p lang="en"><a href="${href}">${text.readOn}<span class="hidden">: ${title}</span></a></p>\n`}</article>`
}

const formatDate = (moment: string, { locale, time_zone }: PublicWorkspace) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: time_zone }).format(
    new Date(moment),
  )

interface PageParts {
  readonly title: string
  readonly canonical?: string
  readonly address?: string
  readonly labels: readonly PublicLabel[]
  readonly links: string
  readonly content: string
}

function formatPage({ title, canonical, address, labels, links, content }: PageParts): PublicPage {
  const styles = formatStyles(labels)
  const style_hash = createHash('sha256').update(styles).digest('base64')
  const canonicalLink =
    canonical === undefined ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">`
  const feedLink =
    address === undefined
      ? ''
      : `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(address)}.atom">`
  return {
    type: 'text/html; charset=utf-8',
    content_security_policy: `default-src 'none'; style-src 'sha256-${style_hash}'; img-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
${canonicalLink}${feedLink}${links}
<style>${styles}</style>
</head>
<body>
<div class="page">
${content}
</div>
</body>
</html>
`,
  }
}
