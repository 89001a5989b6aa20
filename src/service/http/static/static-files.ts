import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, extname } from 'node:path'

import { selectEncoding } from '#service/http/compression.ts'
import {
  type HttpResponse,
  type RequestContext,
  isReadRequest,
  setHeader,
} from '#service/http/http-message.ts'
import { matchesAny } from '#service/http/policy/etag.ts'
import { contentSecurityPolicy } from '#service/http/policy/security-headers.ts'
import { Refusal } from '#service/refusal.ts'

/** Serves the built dashboard: its files, and `index.html` for `/` and for every other path to whoever asks for HTML. */
export function createDashboard(folder: string, connectOrigins: readonly string[]) {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return undefined
  const html = readFileSync(page, 'utf8')
  const policy = contentSecurityPolicy(html, connectOrigins)
  const files = listFiles(folder)

  /** Resolves to undefined where nothing has this address, and unless the method is GET or HEAD. */
  return async (context: RequestContext): Promise<HttpResponse | undefined> => {
    const { request, headers } = context
    if (!isReadRequest(request)) return undefined
    const file = files.get(request.path)
    if (file?.isHashed) return respondImmutable(context, file)
    if (file) {
      setHeader(headers, 'Content-Type', file.type)
      return respondWithEtag(context, await readFile(file.path))
    }
    // An asset of an older build: a script request must get a 404, not HTML.
    if (request.path.startsWith('/assets/')) throw new Refusal('not_found', 'No such file.')
    setHeader(headers, 'Cache-Control', 'no-cache')
    setHeader(headers, 'Vary', 'Accept, Accept-Encoding')
    // Routes exist in the browser only. A scraper of `/metrics` asks for something else, and must not take the page for it.
    if (request.path !== '/' && !/\btext\/html\b/i.test(request.headers['accept'] ?? ''))
      return undefined
    setHeader(headers, 'Content-Security-Policy', policy)
    setHeader(headers, 'Content-Type', 'text/html; charset=utf-8')
    return respondWithEtag(context, html)
  }
}

async function respondImmutable(
  { request, headers }: RequestContext,
  file: StaticFile,
): Promise<HttpResponse> {
  const encoding = selectEncoding(request.headers['accept-encoding'], file.encodings.keys())
  setHeader(headers, 'Content-Type', file.type)
  setHeader(headers, 'Cache-Control', 'public, max-age=31536000, immutable')
  if (file.encodings.size > 0) setHeader(headers, 'Vary', 'Accept-Encoding')
  if (encoding) setHeader(headers, 'Content-Encoding', encoding)
  const body = await readFile(file.path + (file.encodings.get(encoding ?? '') ?? ''))
  return { status: 200, headers, body }
}

function respondWithEtag(
  { request, headers }: RequestContext,
  body: string | Uint8Array,
): HttpResponse {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  setHeader(headers, 'ETag', etag)
  return matchesAny(request.headers['if-none-match'], etag)
    ? { status: 304, headers, body: null }
    : { status: 200, headers, body }
}

interface StaticFile {
  readonly path: string
  readonly type: string
  /** The name changes with the content, so browsers may cache it forever. */
  readonly isHashed: boolean
  /** File name extensions of the versions compressed at build time, by encoding. */
  readonly encodings: ReadonlyMap<string, string>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
// In order of preference.
const encodingExtensions = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** The files that may be served, by URL path. No other file is ever opened. */
function listFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const names = new Set([
    ...readdirSync(folder),
    ...readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`),
  ])
  const served = [...names].filter((name) => extname(name) in types)
  return new Map(
    served.map((name) => [
      `/${name}`,
      {
        path: join(folder, name),
        type: types[extname(name)] ?? '',
        isHashed: name.startsWith('assets/'),
        encodings: new Map(
          encodingExtensions.filter(([, extension]) => names.has(name + extension)),
        ),
      },
    ]),
  )
}
