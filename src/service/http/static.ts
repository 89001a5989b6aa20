import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { etag } from 'hono/etag'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Refusal } from '#service/refusal.ts'
import type { Env } from './env.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** The built dashboard in `folder`: hashed assets for good, and `index.html` for every other address. */
export function serveDashboard(
  app: Hono<Env>,
  folder: string,
  connectOrigins: readonly string[],
): void {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return
  const html = readFileSync(file, 'utf8')
  const policy = contentSecurityPolicy(html, connectOrigins)

  app.use('/assets/*', serveStatic({ root: folder, precompressed: true, onFound: keepForGood }))
  app.get('/assets/*', () => {
    // Of an older build: the page must learn that it is gone, and not get HTML for a script.
    throw new Refusal('not_found', 'There is no such file.')
  })
  app.use('/favicon.svg', etag(), serveStatic({ root: folder }))
  app.use('/robots.txt', etag(), serveStatic({ root: folder }))
  app.get('*', etag(), (c) => {
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    return c.html(html)
  })
}

function keepForGood(_path: string, c: { header(name: string, value: string): void }): void {
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
}
