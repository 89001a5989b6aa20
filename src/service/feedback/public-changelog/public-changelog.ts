import type { WorkspaceDb } from '#service/db/db.ts'
import { findPublicChangelog } from '#service/public-changelog.store.ts'
import { formatFeed } from './atom-feed.ts'
import type { EntryTexts } from './entry-texts.ts'
import type { RenderedText } from './markdown-html.ts'
import {
  type PublicEntry,
  type PublicLabel,
  countPublished,
  findPublicWorkspace,
  findPublishedEntry,
  nextDueTime,
  publicLabels,
  publishedEntries,
} from './public-entries.store.ts'
import { type PublicPage, formatEntryPage, formatListPage } from './public-page.ts'

export interface PublicPageContext {
  readonly db: WorkspaceDb
  readonly now: Date
  readonly base_url: string
  /** Shared by all requests of a process. */
  readonly texts: EntryTexts
}

/** A page, and until when it stays the same without an event: the time of the next scheduled entry. */
export interface DatedPage {
  readonly page: PublicPage
  readonly valid_until: string | null
}

const pageSize = 20
const feedSize = 50
const maxFilters = 20
/** With styles. */
const maxPageBytes = 30 * 1024
// 50 of them and their titles and addresses are below 1 MB.
const maxFeedTextBytes = 18_000

export async function readListPage(
  context: PublicPageContext,
  { label: name, page }: { readonly label: string | undefined; readonly page: number },
): Promise<DatedPage | undefined> {
  const { db, now } = context
  const site = await readSite(context)
  if (!site) return undefined
  const label = site.labels.find((each) => each.id === name || each.name === name)
  if (name !== undefined && !label) return undefined
  const filter = { label_id: label?.id, now }
  const [count, entries] = await Promise.all([
    countPublished(db, filter),
    publishedEntries(db, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
  ])
  const pages = Math.max(1, Math.ceil(count / pageSize))
  if (page > pages) return undefined
  const filters = selectFilters(site.labels, label)
  const labels = site.labels.filter(
    (each) =>
      filters.includes(each) || entries.some(({ label_ids }) => label_ids.includes(each.id)),
  )
  const list = { ...site, labels, filters, label, page, pages }
  const cut = entries.map((entry) => ({ ...entry, html: '', isWhole: false }))
  const frame = Buffer.byteLength(formatListPage({ ...list, entries: cut }).body)
  const rendered = await renderWithin(context.texts, entries, maxPageBytes - frame)
  return {
    page: formatListPage({ ...list, entries: rendered }),
    valid_until: validUntil(site, rendered),
  }
}

export async function readEntryPage(
  context: PublicPageContext,
  entry_id: string,
): Promise<DatedPage | undefined> {
  const [site, entry] = await Promise.all([
    readSite(context),
    findPublishedEntry(context.db, entry_id, context.now),
  ])
  if (!site || !entry) return undefined
  const rendered = await context.texts.render(entry, 2)
  return {
    page: formatEntryPage(site, { ...entry, ...rendered }),
    valid_until: validUntil(site, [rendered]),
  }
}

export async function readFeed(context: PublicPageContext): Promise<DatedPage | undefined> {
  const { db, now, texts } = context
  const [site, entries] = await Promise.all([
    readSite(context),
    publishedEntries(db, { now }, { offset: 0, limit: feedSize }),
  ])
  if (!site) return undefined
  const rendered: (PublicEntry & RenderedText)[] = []
  for (const entry of entries)
    rendered.push({ ...entry, ...(await texts.renderForFeed(entry, maxFeedTextBytes)) })
  return {
    page: formatFeed({ ...site, entries: rendered }),
    valid_until: validUntil(site, rendered),
  }
}

function validUntil(
  { valid_until }: { readonly valid_until: string | null },
  texts: readonly RenderedText[],
): string | null {
  const retryAt = Math.min(...texts.map((text) => text.retryAt))
  return retryAt < (valid_until === null ? Infinity : Date.parse(valid_until))
    ? new Date(retryAt).toISOString()
    : valid_until
}

/** The most frequent labels by name, and the current one. */
function selectFilters(
  labels: readonly PublicLabel[],
  current: PublicLabel | undefined,
): PublicLabel[] {
  const frequent = labels.toSorted((one, other) => other.uses - one.uses).slice(0, maxFilters)
  return labels.filter((each) => each === current || frequent.includes(each))
}

/** Undefined while the pages are off. */
async function readSite({ db, now, base_url }: PublicPageContext) {
  const workspace = await findPublicWorkspace(db)
  if (!workspace) return undefined
  const [changelog, labels, valid_until] = await Promise.all([
    findPublicChangelog(db, base_url),
    publicLabels(db, now),
    nextDueTime(db, now),
  ])
  // A base was given, so there is an address.
  return { workspace, address: changelog.address ?? base_url, labels, valid_until }
}

/** Short texts stay whole; the long ones share what is left. */
async function renderWithin(
  texts: EntryTexts,
  entries: readonly PublicEntry[],
  budget: number,
): Promise<(PublicEntry & RenderedText)[]> {
  let share = shareOf(
    entries.map(({ body }) => Buffer.byteLength(body) * 1.2),
    budget,
  )
  for (;;) {
    const rendered: (PublicEntry & RenderedText)[] = []
    for (const entry of entries)
      rendered.push({ ...entry, ...(await texts.render(entry, 3, share)) })
    const total = rendered.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0)
    if (total <= budget || share < 64) return rendered
    share = roundShare(share === Infinity ? budget / 2 : share * 0.8)
  }
}

/** The largest size that texts can have so that all of them fit; Infinity when all fit whole. */
function shareOf(sizes: readonly number[], budget: number): number {
  let left = budget
  let count = sizes.length
  for (const size of sizes.toSorted((one, other) => one - other)) {
    if (size > left / count) return roundShare(left / count)
    left -= size
    count -= 1
  }
  return Infinity
}

// In steps, so that texts are found again in the cache.
const roundShare = (bytes: number) => Math.max(0, Math.floor(bytes / 64) * 64)
