import { createHash } from 'node:crypto'

import { escapeXml } from './escape-html.rules.ts'
import type { PublicLabel, PublicWorkspace } from './public-entries.store.ts'
import { type PublicPage, type RenderedEntry, entryAddress } from './public-page.ts'

interface Feed {
  readonly workspace: PublicWorkspace
  /** The public changelog, such as `https://acme.example/p/changelog`. */
  readonly address: string
  readonly labels: readonly PublicLabel[]
  /** Newest first. */
  readonly entries: readonly RenderedEntry[]
}

/** RFC 4287, with the texts as escaped HTML. */
export function formatFeed({ workspace, address, labels, entries }: Feed): PublicPage {
  const updated = entries.map((entry) => entry.updated_at).reduce(latest, workspace.updated_at)
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(workspace.locale)}">`,
    `<id>${stableId(`${workspace.id}/changelog`)}</id>`,
    `<title>${escapeXml(workspace.name)}: Changelog</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>${escapeXml(workspace.name)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(address)}.atom"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`,
    ...entries.map((entry) => formatFeedEntry(address, labels, entry)),
    '</feed>',
  ]
  return {
    type: 'application/atom+xml; charset=utf-8',
    content_security_policy: `default-src 'none'; frame-ancestors 'none'`,
    body: `${lines.join('\n')}\n`,
  }
}

function formatFeedEntry(
  address: string,
  labels: readonly PublicLabel[],
  entry: RenderedEntry,
): string {
  const href = escapeXml(entryAddress(address, entry))
  const categories = labels.filter(({ id }) => entry.label_ids.includes(id))
  const readOn = entry.isWhole ? '' : `<p><a href="${href}">Read the whole entry</a></p>`
  return [
    '<entry>',
    `<id>${stableId(entry.id)}</id>`,
    `<title>${escapeXml(entry.title)}</title>`,
    `<published>${entry.published_at}</published>`,
    `<updated>${entry.updated_at}</updated>`,
    `<link rel="alternate" type="text/html" href="${href}"/>`,
    ...categories.map(({ name }) => `<category term="${escapeXml(name)}"/>`),
    `<content type="html">${escapeXml(entry.html + readOn)}</content>`,
    '</entry>',
  ].join('\n')
}

const latest = (one: string, other: string) => (one > other ? one : other)

/** An id that stays the same when the service moves to another address, or readers would see every entry again. */
function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  // The digits of version 8, an own scheme, and of the variant in RFC 9562.
  const id = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17, 32)}`
  return `urn:uuid:${id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}
