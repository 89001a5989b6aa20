import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { HttpResponse } from '#service/http/http-message.ts'
import { createDashboard } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
const html = '<!doctype html><script>let a = 1</script>'
let answer: ReturnType<typeof createDashboard>
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  const files = {
    'index.html': html,
    'favicon.svg': '<svg/>',
    'assets/page-1.js': 'plain',
    'assets/page-1.js.br': 'brotli',
    'assets/page-1.js.gz': 'gzip',
    'assets/type-1.woff2': 'letters',
    '.vite/manifest.json': '{}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  answer = createDashboard(folder, ['https://other.example'])
})
afterAll(() => rmSync(folder, { recursive: true }))

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = { method, path, search: '', headers, origin: '', peer: '', body: undefined }
  const given = await answer?.({ request, request_id: 'r', headers: [] })
  return given && { ...given, body: given.body && String(given.body), headers: named(given) }
}
const named = ({ headers }: HttpResponse) =>
  Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : [])),
  )

test('a hashed asset is immutable and sent in the best accepted encoding', async () => {
  const sent = async (accepted?: string) => {
    const sending: Record<string, string> =
      accepted === undefined ? {} : { 'accept-encoding': accepted }
    const asset = await get('/assets/page-1.js', sending)
    expect(asset?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    return [asset?.body, asset?.headers['content-encoding']]
  }
  expect(await sent('gzip, deflate, br')).toEqual(['brotli', 'br'])
  expect(await sent('gzip')).toEqual(['gzip', 'gzip'])
  expect(await sent('zstd')).toEqual(['plain', undefined])
  expect(await sent()).toEqual(['plain', undefined])
})

test('an asset without compressed versions is sent unencoded', async () => {
  const font = await get('/assets/type-1.woff2', { 'accept-encoding': 'br' })
  expect(font).toMatchObject({ body: 'letters', headers: { 'content-type': 'font/woff2' } })
  expect(font?.headers).not.toHaveProperty('content-encoding')
})

test('an asset of an older build returns 404 instead of the page', async () => {
  for (const path of [
    '/assets/page-0.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/page-1.js.br',
  ])
    await expect(get(path)).rejects.toMatchObject({ code: 'not_found' })
})

test('every other path returns the page with CSP and ETag', async () => {
  for (const path of [
    '/',
    '/boards/brd_1',
    '/index.html',
    '/.vite/manifest.json',
    '/../etc/passwd',
  ]) {
    const page = await get(path, asBrowser)
    expect(page).toMatchObject({
      status: 200,
      body: html,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    })
    expect(page?.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
    expect(page?.headers['content-security-policy']).toContain('https://other.example')
  }
  const etag = (await get('/'))?.headers['etag'] ?? ''
  expect(await get('/boards', { ...asBrowser, 'if-none-match': etag })).toMatchObject({
    status: 304,
    body: null,
  })
})

test('the page is no response to a request for something else', async () => {
  for (const accept of ['application/json', 'application/openmetrics-text, */*;q=0.1', '*/*', ''])
    for (const path of ['/metrics', '/boards/brd_1', '/v2/boards', '/index.html']) {
      expect(await get(path, { accept })).toBeUndefined()
      expect(await get(path)).toBeUndefined()
    }
  // Checks of whether the service is there ask for nothing in particular.
  expect(await get('/', { accept: '*/*' })).toMatchObject({ status: 200, body: html })
  expect((await get('/boards', asBrowser))?.headers['vary']).toBe('Accept, Accept-Encoding')
})

test('unhashed files have an ETag and a content type', async () => {
  const icon = await get('/favicon.svg')
  expect(icon).toMatchObject({ body: '<svg/>', headers: { 'content-type': 'image/svg+xml' } })
  const conditional = await get('/favicon.svg', { 'if-none-match': icon?.headers['etag'] ?? '' })
  expect(conditional?.status).toBe(304)
})

test('a POST to the dashboard is not handled', async () => {
  expect(await get('/', {}, 'POST')).toBeUndefined()
})
