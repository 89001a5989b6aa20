import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Answer, type Exchange, isRead, setHeader } from '#service/http/http-message.ts'
import { matchesAny } from '#service/http/policy/etag.ts'
import { contentSecurityPolicy } from '#service/http/policy/security-headers.ts'
import { Refusal } from '#service/refusal.ts'
import { type StaticFile, encodingOf, filesIn } from './static-files-part.ts'

/** The built dashboard in `folder`: hashed assets for good, and `index.html` for every other address. */
export function createDashboard(folder: string, connectOrigins: readonly string[]) {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return undefined
  const html = readFileSync(page, 'utf8')
  const policy = contentSecurityPolicy(html, connectOrigins)
  const files = filesIn(folder)

  /** Undefined for what is no read. */
  return async (exchange: Exchange): Promise<Answer | undefined> => {
    const { asked, headers } = exchange
    if (!isRead(asked)) return undefined
    const file = files.get(asked.path)
    if (file?.isHashed) return sendHashed(exchange, file)
    if (file) {
      setHeader(headers, 'Content-Type', file.type)
      return sendTagged(exchange, await readFile(file.path))
    }
    // Of an older build: the page must learn that it is gone, and not get HTML for a script.
    if (asked.path.startsWith('/assets/')) throw new Refusal('not_found', 'There is no such file.')
    setHeader(headers, 'Content-Security-Policy', policy)
    setHeader(headers, 'Cache-Control', 'no-cache')
    setHeader(headers, 'Content-Type', 'text/html; charset=utf-8')
    return sendTagged(exchange, html)
  }
}

async function sendHashed({ asked, headers }: Exchange, file: StaticFile): Promise<Answer> {
  const encoding = encodingOf(file, asked.headers['accept-encoding'])
  setHeader(headers, 'Content-Type', file.type)
  setHeader(headers, 'Cache-Control', 'public, max-age=31536000, immutable')
  if (file.encodings.size > 0) setHeader(headers, 'Vary', 'Accept-Encoding')
  if (encoding) setHeader(headers, 'Content-Encoding', encoding)
  const body = await readFile(file.path + (file.encodings.get(encoding ?? '') ?? ''))
  return { status: 200, headers, body }
}

function sendTagged({ asked, headers }: Exchange, body: string | Uint8Array): Answer {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  setHeader(headers, 'ETag', etag)
  return matchesAny(asked.headers['if-none-match'], etag)
    ? { status: 304, headers, body: null }
    : { status: 200, headers, body }
}
