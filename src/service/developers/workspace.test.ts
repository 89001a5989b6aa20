// Runs on both engines: it locks the row of the workspace.
import { expect, test } from 'vitest'

import { openTestService, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile({ PUBLIC_URL: 'https://admin.example.com/' })
const owner = workspacePerTest(service, 'Acme')

const patch = (body: object, options: object = {}) =>
  owner.request('PATCH /workspace', { body, ...options })

test('a new workspace has no public changelog', async () => {
  expect((await owner.request('GET /workspace')).body).toEqual({
    id: owner.workspace_id,
    name: 'Acme',
    time_zone: 'UTC',
    locale: 'en',
    public_changelog: false,
    public_changelog_url: null,
    version: '1',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect((await owner.request('GET /me')).body.capabilities).toContain('workspace.write')
})

test('a PATCH of the workspace changes named settings, and repeating it nothing', async () => {
  await owner.events()
  const change = { name: ' Acme GmbH ', time_zone: 'Europe/Vienna', locale: 'de-at' }
  const { body } = await patch(change)
  expect(body).toMatchObject({
    name: 'Acme GmbH',
    time_zone: 'Europe/Vienna',
    locale: 'de-AT',
    public_changelog: false,
    version: '2',
  })
  expect((await patch(change)).body).toEqual(body)
  expect((await owner.request('GET /workspace')).body).toEqual(body)
  expect((await owner.request('GET /me')).body.workspace.name).toBe('Acme GmbH')
  expect(await owner.events()).toEqual(['settings.changed'])
  expect((await patch({ name: 'X' }, { headers: { 'If-Match': '"1"' } })).status).toBe(412)
})

test('switching the public changelog on returns its address', async () => {
  const on = (await patch({ public_changelog: true })).body
  expect(on).toMatchObject({
    public_changelog: true,
    public_changelog_url: `https://admin.example.com/p/${owner.workspace_id}/changelog`,
  })
  expect((await owner.request('GET /workspace')).body).toEqual(on)
  const off = (await patch({ public_changelog: false })).body
  expect(off).toMatchObject({ public_changelog: false, public_changelog_url: null, version: '3' })
})

test('the only workspace of a service has the short address', async () => {
  const other = await openTestService()
  try {
    const only = await other.workspace('Only')
    const body = { public_changelog: true }
    const response = await only.request('PATCH /workspace', { body })
    expect(response.body.public_changelog_url).toBe('http://service.test/p/changelog')
  } finally {
    await other.close()
  }
})

test.each([
  { time_zone: 'Mars/Base' },
  { time_zone: '' },
  { time_zone: '+02:00' },
  { locale: 'not a locale' },
  { locale: '' },
  { name: '' },
  { name: 'two\nlines' },
  { public_changelog: 'yes' },
  { public_changelog: null },
])('invalid settings are rejected: %j', async (body) => {
  await owner.events()
  expect((await patch(body)).status).toBe(422)
  expect(await owner.events()).toEqual([])
})

test('zones without a canonical name in this runtime are accepted', async () => {
  for (const time_zone of ['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'US/Eastern'])
    expect((await patch({ time_zone })).body.time_zone).toBe(time_zone)
})

test('only an admin key changes settings; every key reads them', async () => {
  const keyOf = async (body: object) => (await owner.create('POST /api-keys', body)).key
  const read = await keyOf({ name: 'R', scope: 'read' })
  const write = await keyOf({ name: 'W', scope: 'write' })
  await owner.events()
  for (const key of [read, write]) {
    expect((await patch({ public_changelog: true }, { key })).status).toBe(403)
    expect((await owner.request('GET /workspace', { key })).status).toBe(200)
  }
  expect(await owner.events()).toEqual([])
})

test('concurrent changes of different settings are both kept', async () => {
  await Promise.all([patch({ locale: 'fr' }), patch({ time_zone: 'Europe/Paris' })])
  expect((await owner.request('GET /workspace')).body).toMatchObject({
    locale: 'fr',
    time_zone: 'Europe/Paris',
    version: '3',
  })
})
