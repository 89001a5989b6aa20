import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { listConnections, saveConnection } from '#web/session/connections.ts'
import { getJobs } from '#web/session/jobs.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { registerFlush } from '#web/session/mutations/flush-drafts.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { emulatePhone, errorResponse, excessWidth, textsOf } from '#web/test-page.tsx'
import { ana, currentSession, openKeys } from './test-keys-page.ts'
import { buildKey, inDays } from './test-keys.ts'

const dialog = () => page.getByRole('dialog')
const main = page.getByRole('main')
const rows = page.getByTestId('row')
const noContent = () => new Response(null, { status: 204 })

const reader = buildKey({
  id: 'key_2',
  name: 'Website',
  prefix: 'wsk_r_',
  last4: 'a1b2',
  scope: 'read',
  admin: false,
  member: ana,
  last_used_at: new Date(Date.now() - 90 * 60_000).toISOString(),
  expires_at: inDays(3),
})
const expired = buildKey({ id: 'key_3', name: 'Old', admin: false, expires_at: inDays(-1) })

/** A response that comes when the test says so. */
function holdResponse() {
  let resolve: (response: Response) => void = () => undefined
  const promise = new Promise<Response>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

async function openMenu(name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function revoke(name: string) {
  await openMenu(name, 'Revoke…')
  await dialog().getByRole('textbox').fill(name)
  await dialog().getByRole('button', { name: 'Revoke API key' }).click()
}

test('a row says state, access, member, last use and expiry of a key', async () => {
  await openKeys({ keys: [buildKey(), reader, expired] })
  await expect.element(rows.first()).toHaveTextContent(/^Owner key This key/)
  const cellsOf = (index: number) => textsOf(rows.nth(index).getByRole('cell'))
  expect(cellsOf(0).slice(1, 6)).toEqual([
    'Active',
    'Admin',
    expect.stringMatching(/None/i),
    'wsk_w_…test',
    'Never used',
  ])
  expect(cellsOf(0)[7]).toBe('No expiry')
  expect(cellsOf(1).slice(0, 6)).toEqual([
    'Website',
    'Expires in 3 days',
    'Read only',
    'Ana',
    'wsk_r_…a1b2',
    expect.stringMatching(/1 hour ago$/),
  ])
  expect(cellsOf(2).slice(0, 3)).toEqual(['Old', 'Expired', 'Read and write'])
  expect(await findThemeViolations()).toEqual([])
})

test('the last use is read again every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let last_used_at = reader.last_used_at
  await openKeys({
    responses: {
      'GET /api-keys': () =>
        Response.json({ data: [{ ...reader, last_used_at }], paging: { next: null } }),
    },
  })
  await expect.element(rows.first()).toHaveTextContent('1 hour ago')
  last_used_at = new Date().toISOString()
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(rows.first()).toHaveTextContent('just now')
})

test('T97 state and last use follow the clock of the server', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const keys = [reader, expired]
  const headers = { date: new Date().toUTCString() }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 86_400_000 })
  await openKeys({
    responses: {
      'GET /api-keys': () => Response.json({ data: keys, paging: { next: null } }, { headers }),
    },
  })
  await expect.element(rows.first()).toHaveTextContent('Expires in 3 days')
  await expect.element(rows.first()).toHaveTextContent('1 hour ago')
})

test('renaming a key is shown at once and can be undone', async () => {
  let apiKey = reader
  const inputs: unknown[] = []
  await openKeys({
    responses: {
      'GET /api-keys': () => Response.json({ data: [apiKey], paging: { next: null } }),
      'PATCH /api-keys/:key_id': ({ input }) => {
        inputs.push(input)
        apiKey = { ...apiKey, name: input.name ?? apiKey.name, version: `${inputs.length + 1}` }
        return apiKey
      },
    },
  })
  await openMenu('Website', 'Edit…')
  const name = dialog().getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveFocus()
  expect(await findThemeViolations()).toEqual([])
  await name.fill('Shop')
  await userEvent.keyboard('{Enter}')
  await expect.element(rows.first()).toHaveTextContent(/^Shop/)
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect.element(rows.first()).toHaveTextContent(/^Website/)
  await expect
    .poll(() => inputs)
    .toEqual([
      { key_id: 'key_2', name: 'Shop' },
      { key_id: 'key_2', name: 'Website' },
    ])
})

test('a key is taken from its member', async () => {
  const inputs: unknown[] = []
  await openKeys({
    keys: [reader],
    responses: {
      'PATCH /api-keys/:key_id': ({ input }) => {
        inputs.push(input)
        return { ...reader, member: null, version: '2' }
      },
    },
  })
  await openMenu('Website', 'Edit…')
  await dialog().getByRole('button', { name: 'Clear Member' }).click()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(inputs).toEqual([{ key_id: 'key_2', member_id: null }])
})

test('a key with another name and member says both in the history', async () => {
  const { name, member } = { name: 'Shop', member: null }
  await openKeys({
    keys: [reader],
    responses: {
      'PATCH /api-keys/:key_id': () => ({ ...reader, name, member, version: '2' }),
    },
  })
  await openMenu('Website', 'Edit…')
  await dialog().getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog().getByRole('button', { name: 'Clear Member' }).click()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  const labels = currentSession()
    .undo.list()
    .map(({ label }) => label)
  expect(labels).toEqual(['Renamed the API key to Shop and changed its member'])
})

test('revoking a key asks for its name', async () => {
  let keys = [buildKey(), reader]
  const { requests } = await openKeys({
    responses: {
      'GET /api-keys': () => Response.json({ data: keys, paging: { next: null } }),
      'PATCH /api-keys/:key_id': () => {
        keys = [buildKey(), { ...reader, member: null, version: '2' }]
        return keys[1] ?? reader
      },
      'DELETE /api-keys/:key_id': () => {
        keys = [buildKey()]
        return noContent()
      },
    },
  })
  await openMenu('Website', 'Edit…')
  await dialog().getByRole('button', { name: 'Clear Member' }).click()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(currentSession().undo.list()).toHaveLength(1)
  await openMenu('Website', 'Revoke…')
  await expect.element(dialog()).toHaveTextContent('Last used 1 hour ago.')
  const last_used_at = new Date(Date.now() - 3 * 60_000).toISOString()
  keys = keys.map((key) => (key.id === reader.id ? { ...key, last_used_at } : key))
  await currentSession().queryClient.invalidateQueries()
  await expect.element(dialog()).toHaveTextContent('Last used 3 minutes ago.')
  await expect.element(dialog()).not.toHaveTextContent('signed out')
  expect(await findThemeViolations()).toEqual([])
  const confirm = dialog().getByRole('button', { name: 'Revoke API key' })
  await dialog().getByRole('textbox').fill('Shop')
  await confirm.click()
  await expect.element(dialog().getByRole('textbox')).toHaveFocus()
  expect(requests).not.toContain('DELETE /api-keys/key_2')
  await dialog().getByRole('textbox').fill('Website')
  await confirm.click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(rows).toHaveTextContent(/^Owner key/)
  expect(requests).toContain('DELETE /api-keys/key_2')
  // No undo: its value is gone.
  expect(currentSession().undo.list()).toEqual([])
})

test('a revoked key leaves the list before that is read again', async () => {
  let isRevoked = false
  await openKeys({
    responses: {
      'GET /api-keys': () =>
        isRevoked
          ? new Promise<Response>(() => undefined)
          : Response.json({ data: [buildKey(), reader], paging: { next: null } }),
      'DELETE /api-keys/:key_id': () => {
        isRevoked = true
        return noContent()
      },
    },
  })
  await revoke('Website')
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Revoked Website')
  await expect.element(rows).toHaveTextContent(/^Owner key/)
})

test('a revocation that is being sent keeps its dialog', async () => {
  const { promise, resolve } = holdResponse()
  const { requests } = await openKeys({
    keys: [buildKey(), reader],
    responses: { 'DELETE /api-keys/:key_id': () => promise },
  })
  await revoke('Website')
  await expect.poll(() => requests).toContain('DELETE /api-keys/key_2')
  await userEvent.keyboard('{Escape}')
  await dialog().getByRole('button', { name: 'Close' }).click()
  const cancel = dialog().getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toHaveAttribute('aria-disabled', 'true')
  resolve(noContent())
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a change of a key that is being sent keeps its dialog', async () => {
  const { promise, resolve } = holdResponse()
  const { requests } = await openKeys({
    keys: [reader],
    responses: { 'PATCH /api-keys/:key_id': () => promise },
  })
  await openMenu('Website', 'Edit…')
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Shop')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => requests).toContain('PATCH /api-keys/key_2')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
  resolve(Response.json({ ...reader, name: 'Shop', version: '2' }))
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the answer to a revocation that was given up closes no other dialog', async () => {
  const { promise, resolve } = holdResponse()
  const { requests } = await openKeys({
    keys: [buildKey(), reader],
    responses: {
      'DELETE /api-keys/:key_id': () => promise,
      'GET /members': () => {
        throw new TypeError('Failed to fetch')
      },
    },
  })
  await revoke('Website')
  await expect.poll(() => requests).toContain('DELETE /api-keys/key_2')
  const failed = currentSession().call('GET /members', {})
  await expect(failed).rejects.toMatchObject({ code: 'unreachable' })
  await expect.element(dialog().getByRole('status')).toHaveTextContent('may be revoked already')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await openMenu('Owner key', 'Edit…')
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Boss')
  resolve(noContent())
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Revoked Website')
  await expect.element(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Boss')
})

test('a refused revocation says why and keeps the dialog', async () => {
  await openKeys({
    keys: [buildKey(), reader],
    responses: { 'DELETE /api-keys/:key_id': () => errorResponse(409, 'conflict', 'Not now.') },
  })
  await revoke('Website')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Not now.')
})

test('the last admin key that works cannot be revoked, and why', async () => {
  const old = buildKey({ id: 'key_4', name: 'Old admin', expires_at: inDays(-1) })
  await openKeys({ keys: [buildKey(), reader, old] })
  await openMenu('Owner key', 'Revoke…')
  await expect.element(dialog()).toHaveTextContent('This is the last admin key that works.')
  await expect.element(dialog().getByRole('textbox')).not.toBeInTheDocument()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await openMenu('Old admin', 'Revoke…')
  await expect.element(dialog().getByRole('textbox')).toHaveFocus()
})

test('revoking the key in use signs this tab out, and out of nothing else', async () => {
  let isRevoked = false
  const other = buildKey({ id: 'key_4', name: 'Other admin' })
  const saved = { base_url: 'http://other.example/v1', key: 'wsk_r_other', keep: 'device' } as const
  const { router, requests } = await openKeys({
    keys: [buildKey(), other],
    responses: {
      'GET /api-keys': () =>
        isRevoked
          ? errorResponse(401, 'unauthenticated')
          : Response.json({ data: [buildKey(), other], paging: { next: null } }),
      'DELETE /api-keys/:key_id': () => {
        isRevoked = true
        return noContent()
      },
    },
  })
  await saveConnection(saved)
  const { fingerprint } = currentSession().connection
  createDrafts(() => fingerprint).save('comment:pst_1', 'Not sent')
  await openMenu('Owner key', 'Revoke…')
  await expect.element(dialog()).toHaveTextContent('this tab will be signed out.')
  await expect.element(dialog()).toHaveTextContent('1 unsent draft on this device')
  await dialog().getByRole('textbox').fill('Owner key')
  await dialog().getByRole('button', { name: 'Revoke API key' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/sign-in')
  await expect.element(main).toHaveTextContent('Revoked Owner key. This tab is signed out.')
  expect(listConnections().map(({ base_url }) => base_url)).toEqual([saved.base_url])
  await expect.element(dialog()).not.toBeInTheDocument()
  // Nothing is asked with a revoked key.
  await expect.element(page.getByRole('heading', { name: 'Connect a workspace' })).toHaveFocus()
  expect(requests.at(-1)).toBe('DELETE /api-keys/key_1')
  // Neither Reload nor Back says it again.
  await expect.poll(() => router.state.location.state).toBe(null)
  await expect.element(main).toHaveTextContent('This tab is signed out.')
})

test('revoking the key in use says what else ends, and sends open texts before', async () => {
  const { promise, resolve } = holdResponse()
  const other = buildKey({ id: 'key_4', name: 'Other admin' })
  const { requests } = await openKeys({
    keys: [buildKey(), other],
    responses: {
      'PATCH /feedback/posts/:post_id': () => promise,
      'DELETE /api-keys/:key_id': () => new Promise<Response>(() => undefined),
    },
  })
  await expect.element(rows.first()).toBeVisible()
  const session = currentSession()
  const post_id = 'pst_1'
  const flush = () => session.mutate('PATCH /feedback/posts/:post_id', { post_id, title: 'Text' })
  onTestFinished(registerFlush(session, flush))
  getJobs(session).start('Export', () => new Promise(() => undefined))
  await openMenu('Owner key', 'Revoke…')
  await expect.element(dialog()).toHaveTextContent('1 job that is still running is stopped.')
  await expect.element(dialog()).toHaveTextContent('1 change that isn’t saved yet is lost.')
  resolve(Response.json({}))
  await expect.element(dialog()).not.toHaveTextContent('saved yet')
  await dialog().getByRole('textbox').fill('Owner key')
  await dialog().getByRole('button', { name: 'Revoke API key' }).click()
  // The revocation itself is no loss.
  await expect.poll(() => requests).toContain('DELETE /api-keys/key_1')
  await expect.element(dialog()).not.toHaveTextContent('saved yet')
})

test('revoking the key in use signs out after a lost response too', async () => {
  let attempts = 0
  const other = buildKey({ id: 'key_4', name: 'Other admin' })
  const { router } = await openKeys({
    keys: [buildKey(), other],
    responses: {
      'DELETE /api-keys/:key_id': () => {
        if (++attempts === 1) throw new TypeError('Failed to fetch')
        return errorResponse(401, 'unauthenticated')
      },
    },
  })
  await revoke('Owner key')
  await expect.poll(() => router.state.location.pathname).toBe('/sign-in')
  await expect.element(main).toHaveTextContent('Revoked Owner key.')
  expect(attempts).toBe(2)
})

test('a key that stopped working before it was revoked asks for another one', async () => {
  const other = buildKey({ id: 'key_4', name: 'Other admin' })
  await openKeys({
    keys: [buildKey(), other],
    responses: { 'DELETE /api-keys/:key_id': () => errorResponse(401, 'unauthenticated') },
  })
  await revoke('Owner key')
  await expect.element(page.getByRole('heading', { name: /no longer works/ })).toBeVisible()
})

test.each([
  ['readOnly', { scope: 'read', admin: false, prefix: 'wsk_r_' }, 'This key has read-only access'],
  ['adminOnly', { admin: false }, 'Only admin keys can see'],
] as const)('a key that is %s sees itself and how keys are created', async (_, changes, reason) => {
  const current = buildKey({ ...changes, member: ana, name: 'Mine' })
  const { requests } = await openKeys({ current })
  await expect.element(main).toHaveTextContent(reason)
  await expect.element(main).toHaveTextContent(/Name\s*Mine.*Member\s*Ana.*No expiry/)
  await expect.element(main).toHaveTextContent('npm run cli -- keys create --name')
  await expect.element(page.getByRole('button', { name: 'New API key' })).not.toBeInTheDocument()
  expect(requests).not.toContain('GET /api-keys')
  expect(await findThemeViolations()).toEqual([])
})

test('a server with the public API alone says what the browser knows of the key', async () => {
  await openKeys({
    capabilities: [],
    responses: { 'GET /me': () => errorResponse(404, 'not_found') },
  })
  await expect.element(main).toHaveTextContent('This server doesn’t offer API keys here.')
  await expect.element(main).toHaveTextContent(/Key\s*…test/)
})

test('keys that cannot be loaded are an error with a retry', async () => {
  let isBroken = true
  await openKeys({
    responses: {
      'GET /api-keys': () =>
        isBroken
          ? errorResponse(403, 'insufficient_scope')
          : Response.json({ data: [buildKey()], paging: { next: null } }),
    },
  })
  await expect.element(page.getByCss('[data-state=error]')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rows.elements()).toHaveLength(1)
})

test('a phone shows the keys in its width', async () => {
  await emulatePhone()
  await openKeys({ keys: [buildKey({ name: 'A name that is rather long for a phone' }), reader] })
  await expect.element(rows.nth(1).getByText('Used')).toBeVisible()
  expect(excessWidth()).toBeLessThanOrEqual(0)
  expect(await findThemeViolations()).toEqual([])
})
