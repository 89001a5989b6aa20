import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, extname } from 'node:path'

import {
  type HttpResponse,
  type RequestContext,
  isReadRequest,
  setHeader,
} from '#service/http/http-message.ts'
import { matchesAny } from '#service/http/policy/etag.ts'
import { contentSecurityPolicy } from '#service/http/policy/security-headers.ts'
import { Refusal } from '#service/refusal.ts'

/** The built dashboard in `folder`: hashed assets for good, and `index.html` for every other address. */
export function createDashboard(folder: string, connectOrigins: readonly string[]) {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return undefined
  const html = readFileSync(page, 'utf8')
  const policy = contentSecurityPolicy(html, connectOrigins)
  const files = filesIn(folder)

  /** Undefined for what is no read. */
  return async (context: RequestContext): Promise<HttpResponse | undefined> => {
    const { request, headers } = context
    if (!isReadRequest(request)) return undefined
    const file = files.get(request.path)
    if (file?.isHashed) return sendHashed(context, file)
    if (file) {
      setHeader(headers, 'Content-Type', file.type)
      return sendTagged(context, await readFile(file.path))
    }
    // Of an older build: the page must learn that it is gone, and not get HTML for a script.
    if (request.path.startsWith('/assets/'))
      throw new Refusal('not_found', 'There is no such file.')
    setHeader(headers, 'Content-Security-Policy', policy)
    setHeader(headers, 'Cache-Control', 'no-cache')
    setHeader(headers, 'Content-Type', 'text/html; charset=utf-8')
    return sendTagged(context, html)
  }
}

async function sendHashed(
  { request, headers }: RequestContext,
  file: StaticFile,
): Promise<HttpResponse> {
  const encoding = encodingOf(file, request.headers['accept-encoding'])
  setHeader(headers, 'Content-Type', file.type)
  setHeader(headers, 'Cache-Control', 'public, max-age=31536000, immutable')
  if (file.encodings.size > 0) setHeader(headers, 'Vary', 'Accept-Encoding')
  if (encoding) setHeader(headers, 'Content-Encoding', encoding)
  const body = await readFile(file.path + (file.encodings.get(encoding ?? '') ?? ''))
  return { status: 200, headers, body }
}

function sendTagged({ request, headers }: RequestContext, body: string | Uint8Array): HttpResponse {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  setHeader(headers, 'ETag', etag)
  return matchesAny(request.headers['if-none-match'], etag)
    ? { status: 304, headers, body: null }
    : { status: 200, headers, body }
}

interface StaticFile {
  readonly path: string
  readonly type: string
  /** Its name changes with its content. */
  readonly isHashed: boolean
  /** What was compressed beside it at the build, by encoding: the ending of its name. */
  readonly encodings: ReadonlyMap<string, string>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** The best one first. */
const compressed = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Everything under `folder` that has an address, by that address: no other file is ever opened. */
function filesIn(folder: string): ReadonlyMap<string, StaticFile> {
  const names = new Set([
    ...readdirSync(folder),
    ...readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`),
  ])
  const found = [...names].filter((name) => extname(name) in types)
  return new Map(
    found.map((name) => [
      `/${name}`,
      {
        path: join(folder, name),
        type: types[extname(name)] ?? '',
        isHashed: name.startsWith('assets/'),
        encodings: new Map(compressed.filter(([, ending]) => names.has(name + ending))),
      },
    ]),
  )
}

/** What the caller can read and we have; undefined for the file as it is. */
function encodingOf({ encodings }: StaticFile, accepted = ''): string | undefined {
  const read = accepted.split(',').map((one) => one.trim())
  return [...encodings.keys()].find((encoding) => read.includes(encoding))
}
