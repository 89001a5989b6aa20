import { createHash } from 'node:crypto'

import type { Config } from '#service/config.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import { findOldestWorkspace } from '#service/developers/first-start.ts'
import { createEntryTexts } from '#service/feedback/public-changelog/entry-texts.ts'
import {
  type DatedPage,
  type PublicPageContext,
  readEntryPage,
  readFeed,
  readListPage,
} from '#service/feedback/public-changelog/public-changelog.ts'
import { type PublicPage, notFoundPage } from '#service/feedback/public-changelog/public-page.ts'
import { matchesAny } from '#service/http/policy/etag.ts'
import { createVersionReader } from '#service/outbox/outbox.ts'
import { compressText, selectEncoding, textEncodings } from './compression.ts'
import { methodNotAllowed } from './error-response.ts'
import {
  type HttpRequest,
  type HttpResponse,
  type RequestContext,
  isReadRequest,
  setHeader,
} from './http-message.ts'
import { readPublicVersion } from './public-pages.store.ts'
import { createRouter, parseSegments } from './router.ts'

export const isPublicPath = (path: string): boolean => path === '/p' || path.startsWith('/p/')

interface PageRequest {
  /** The same for all requests of one page. */
  readonly name: string
  readonly read: (context: PublicPageContext) => Promise<DatedPage | undefined>
}

type Route = (params: Record<string, string>, query: URLSearchParams) => PageRequest | undefined

interface BuiltPage {
  readonly page: PublicPage
  readonly etag: string
  /** When the next scheduled entry is due, in milliseconds. */
  readonly validUntil: number
  /** The compressed body by encoding. */
  readonly encoded: Map<string, Promise<Uint8Array>>
}

interface CachedPage {
  readonly workspace_id: string
  readonly version: string
  readonly building: Promise<BuiltPage | undefined>
  /** Once it is built. */
  built?: BuiltPage | undefined
}

interface PageSource {
  readonly workspace_id: string
  readonly version: string
  readonly read: (now: Date) => Promise<DatedPage | undefined>
}

const maxCached = 200
/** Writes of this process count at once. Those of another may be this old, far below the `max-age` of a page. */
const versionAgeMs = 500
const maxVersions = 1000

interface KnownVersion {
  readonly version: string
  readonly readAt: number
  /** The number of writes of this process before it was read. */
  readonly writes: number
}

/** The version of a workspace without a query for each request. */
function createRecentVersions() {
  const readVersion = createVersionReader(readPublicVersion)
  const versions = new Map<string, KnownVersion>()
  let writes = 0

  /** The version, if it was read recently enough. */
  function getRecent(workspace_id: string): string | undefined {
    const known = versions.get(workspace_id)
    const isRecent = known?.writes === writes && performance.now() - known.readAt < versionAgeMs
    return isRecent ? known.version : undefined
  }

  return {
    onWrites: () => void (writes += 1),
    getRecent,
    async read(db: WorkspaceDb): Promise<string> {
      const recent = getRecent(db.workspace_id)
      if (recent !== undefined) return recent
      const start = { readAt: performance.now(), writes }
      const version = await readVersion(db)
      if (versions.size >= maxVersions) versions.clear()
      versions.set(db.workspace_id, { version, ...start })
      return version
    },
  }
}

/** The pages under `/p`, for readers without an API key. None exists while its workspace has them off. */
export function createPublicPages(database: Database, config: Config) {
  const router = createPageRouter()
  const versions = createRecentVersions()
  const texts = createEntryTexts()
  const pages = new Map<string, CachedPage>()
  /** The key of the page that each address had last. */
  const pageKeys = new Map<string, string>()
  let oldest: string | undefined

  /** `/p/changelog` is the changelog of the first workspace, also after others were added, so that links keep working. */
  const findDefaultWorkspace = async () => (oldest ??= (await findOldestWorkspace(database))?.id)

  /** The page of an address that was requested before, while nothing has changed: without routing and without a query. */
  function findUnchanged(address: string): BuiltPage | undefined {
    const cached = pages.get(pageKeys.get(address) ?? '')
    if (!cached?.built || cached.version !== versions.getRecent(cached.workspace_id))
      return undefined
    return cached.built.validUntil > Date.now() ? cached.built : undefined
  }

  async function findPage(request: HttpRequest, address: string): Promise<BuiltPage | undefined> {
    // The public API alone has no such pages.
    const match = config.profile === 'full' ? router.find('GET', parseSegments(request)) : undefined
    if (!match || !('route' in match)) return undefined
    const page = match.route(match.params, new URLSearchParams(request.search))
    const workspace_id = match.params['workspace_id'] ?? (await findDefaultWorkspace())
    if (!page || workspace_id === undefined || hasControlCharacter(workspace_id)) return undefined
    const db = database.readOnly(workspace_id)
    const version = await versions.read(db)
    if (version === '') return undefined
    const base_url = config.publicUrl ?? request.origin
    const read = (now: Date) => page.read({ db, now, base_url, texts })
    const key = `${workspace_id} ${base_url} ${page.name}`
    const built = await findBuiltPage(key, { workspace_id, version, read })
    if (built) remember(pageKeys, address, key)
    return built
  }

  /** Requests of one page share its building. */
  async function findBuiltPage(
    key: string,
    { workspace_id, version, read }: PageSource,
  ): Promise<BuiltPage | undefined> {
    const now = new Date()
    const cached = pages.get(key)
    if (cached?.version === version) {
      const built = await cached.building
      if (built && built.validUntil > now.getTime()) return built
    }
    const building = read(now).then((dated) => dated && buildPage(dated))
    const entry: CachedPage = { workspace_id, version, building }
    remember(pages, key, entry)
    const forget = () => void (pages.get(key) === entry && pages.delete(key))
    // Missing pages have no limit in number, and a failure may pass.
    building.then((built) => (entry.built = built) ?? forget(), forget)
    return building
  }

  async function handle(context: RequestContext): Promise<HttpResponse> {
    const { request } = context
    if (!isReadRequest(request)) throw methodNotAllowed('GET, HEAD')
    const address = `${request.origin}${request.path}${request.search}`
    const built = findUnchanged(address) ?? (await findPage(request, address))
    if (built) return respondWithPage(context, built)
    setHeader(context.headers, 'Cache-Control', 'no-store')
    setPageHeaders(context, notFoundPage)
    return { status: 404, headers: context.headers, body: notFoundPage.body }
  }

  return { handle, onWrites: versions.onWrites }
}

/** Keeps the entry, and at most `maxCached` of them. */
function remember<Entry>(cache: Map<string, Entry>, key: string, entry: Entry): void {
  cache.delete(key)
  cache.set(key, entry)
  const [first] = cache.keys()
  if (cache.size > maxCached && first !== undefined) cache.delete(first)
}

function createPageRouter() {
  const router = createRouter<Route>()
  const list: Route = (_, query) => {
    const label = query.get('label') ?? undefined
    const number = query.get('page') ?? '1'
    if (!/^[1-9]\d{0,5}$/.test(number) || (label?.length ?? 0) > 255) return undefined
    const page = Number(number)
    if (label !== undefined && hasControlCharacter(label)) return undefined
    const name = `list ${page} ${label ?? ''}`
    return { name, read: (context) => readListPage(context, { label, page }) }
  }
  const entry: Route = ({ entry_id = '' }) =>
    hasControlCharacter(entry_id)
      ? undefined
      : { name: `entry ${entry_id}`, read: (context) => readEntryPage(context, entry_id) }
  const feed: Route = () => ({ name: 'feed', read: readFeed })
  for (const prefix of ['/p', '/p/:workspace_id']) {
    router.add('GET', `${prefix}/changelog`, list)
    router.add('GET', `${prefix}/changelog/:entry_id`, entry)
    router.add('GET', `${prefix}/changelog.atom`, feed)
  }
  return router
}

// The database cannot look them up.
const hasControlCharacter = (text: string) => /\p{Cc}|\p{Cs}/u.test(text)

const buildPage = ({ page, valid_until }: DatedPage): BuiltPage => ({
  page,
  validUntil: valid_until === null ? Infinity : Date.parse(valid_until),
  // Weak, because a compressed body is the same page.
  etag: `W/"${createHash('sha1').update(page.body).digest('base64url')}"`,
  encoded: new Map(),
})

const cacheHeaders = ['Cache-Control', 'public, max-age=60', 'Vary', 'Accept-Encoding']

async function respondWithPage(context: RequestContext, built: BuiltPage): Promise<HttpResponse> {
  const { request, request_id, headers } = context
  const { page, etag, encoded } = built
  // Without the headers that the stored page has already.
  if (matchesAny(request.headers['if-none-match'], etag))
    return {
      status: 304,
      headers: ['X-Request-Id', request_id, ...cacheHeaders, 'ETag', etag],
      body: null,
    }
  headers.push(...cacheHeaders, 'ETag', etag)
  setPageHeaders(context, page)
  const encoding = selectEncoding(request.headers['accept-encoding'], textEncodings)
  if (encoding === undefined) return { status: 200, headers, body: page.body }
  const body = encoded.get(encoding) ?? compressText(encoding, page.body)
  encoded.set(encoding, body)
  setHeader(headers, 'Content-Encoding', encoding)
  return { status: 200, headers, body: await body }
}

function setPageHeaders({ headers }: RequestContext, page: PublicPage): void {
  setHeader(headers, 'Content-Type', page.type)
  setHeader(headers, 'Content-Security-Policy', page.content_security_policy)
}
