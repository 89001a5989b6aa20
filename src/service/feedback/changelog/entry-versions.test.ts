// Runs on both engines: versions are written while their entry is locked.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import type { EntryVersion } from '#contract/feedback/changelog.ts'
import { perTest, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { purgeExpired } from '#service/purge.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const entries = '/feedback/changelog/entries'
const entry = perTest((): Promise<{ id: string }> =>
  owner.create(`POST ${entries}`, { title: 'One', body: 'First' }),
)

const versions = async (of: { id: string } = entry): Promise<EntryVersion[]> =>
  (await owner.request(`GET ${entries}/${of.id}/versions`)).body.data
/** Newest first. */
const texts = async (of?: { id: string }) =>
  (await versions(of)).map(({ title, body }) => `${title}: ${body}`)
const path = () => `${entries}/${entry.id}`
const edit = (body: object, options: object = {}) =>
  owner.request(`PATCH ${path()}`, { body, ...options })
const restore = (version: EntryVersion | undefined, headers: Record<string, string> = {}) =>
  owner.request(`POST ${path()}/versions/${version?.id}/restore`, { headers })
const read = async () => (await owner.request(`GET ${path()}`)).body
/** As if everything so far had happened this long ago. */
const age = (minutes: number) => {
  const past = sql`interval '1 minute' * ${minutes}`
  return sql`
    update changelog_versions set created_at = created_at - ${past}, updated_at = updated_at - ${past},
      replaced_at = replaced_at - ${past}`.execute(service.database.pool)
}
const createKey = async (name: string) => {
  const member = await owner.create('POST /members', { name })
  const body = { name: `Key of ${name}`, scope: 'write', member_id: member.id }
  return (await owner.create('POST /api-keys', body)).key as string
}

test('what one key saves within ten minutes is one version', async () => {
  await edit({ body: 'Second' })
  await edit({ title: 'Two' })
  expect(await texts()).toEqual(['Two: Second'])
  await age(11)
  await edit({ body: 'Third' })
  await edit({ notify: false })
  await edit({ body: 'Fourth' })
  expect(await texts()).toEqual(['Two: Fourth', 'Two: Second'])
  const { key } = (await owner.request('GET /me')).body
  const [latest] = await versions()
  expect(latest).toMatchObject({
    at: (await read()).updated_at,
    actor: { type: 'key', id: key.id, name: key.name },
  })
})

test('the ten minutes are counted from the beginning of a version', async () => {
  await age(6)
  await edit({ body: 'Second' })
  await age(6)
  await edit({ body: 'Third' })
  expect(await texts()).toEqual(['One: Third', 'One: Second'])
})

test('two people never continue a version of the other', async () => {
  const [ada, grace] = [await createKey('Ada'), await createKey('Grace')]
  await edit({ body: 'A' }, { key: ada })
  await edit({ body: 'G' }, { key: grace })
  await edit({ body: 'A2' }, { key: ada })
  await edit({ body: 'A3' }, { key: ada })
  expect((await versions()).map(({ actor, body }) => [actor.type, actor.name, body])).toEqual([
    ['member', 'Ada', 'A3'],
    ['member', 'Grace', 'G'],
    ['member', 'Ada', 'A'],
    ['key', expect.any(String), 'First'],
  ])
})

test('two keys of one member continue the same version', async () => {
  const member_id = (await owner.create('POST /members', { name: 'Ada' })).id
  const key = async (name: string) =>
    (await owner.create('POST /api-keys', { name, scope: 'write', member_id })).key
  await edit({ body: 'A' }, { key: await key('Laptop') })
  await edit({ body: 'A2' }, { key: await key('Phone') })
  expect(await texts()).toEqual(['One: A2', 'One: First'])
})

test('restoring a version is a version itself and loses nothing', async () => {
  await age(11)
  await edit({ title: 'Two', body: 'Second' })
  const [, first] = await versions()
  await owner.events()
  const { status, body } = await restore(first)
  expect([status, body.title, body.body, body.version]).toEqual([200, 'One', 'First', '3'])
  expect(body).toEqual(await read())
  expect(await owner.events()).toEqual(['changelog.updated'])
  expect(await texts()).toEqual(['One: First', 'Two: Second', 'One: First'])
  // It stays as it was restored.
  await edit({ body: 'Edited' })
  expect(await texts()).toEqual(['One: Edited', 'One: First', 'Two: Second', 'One: First'])
  expect((await restore((await versions())[0])).status).toBe(200)
  expect(await owner.events()).toEqual(['changelog.updated'])
  expect(await texts()).toHaveLength(4)
})

test('restoring a version of a published entry publishes nothing again', async () => {
  await age(11)
  await edit({ body: 'Second' })
  await owner.request(`POST ${path()}/publish`)
  const published = await read()
  await owner.events()
  const { body } = await restore((await versions())[1])
  const { status, published_at, notify, label_ids } = published
  expect(body).toMatchObject({ status, published_at, notify, label_ids, body: 'First' })
  expect(await owner.events()).toEqual(['changelog.updated'])
  // Unpublishing shows whether subscribers were notified: they are never notified twice.
  await owner.request(`POST ${path()}/unpublish`)
  expect((await read()).notify).toBe(false)
})

test('restoring over a newer version is refused and changes nothing', async () => {
  await age(11)
  await edit({ body: 'Second' })
  const [, first] = await versions()
  expect((await restore(first, { 'If-Match': '"1"' })).status).toBe(412)
  expect((await restore(first, { 'If-Match': '"2"' })).status).toBe(200)
  expect(await texts()).toEqual(['One: First', 'One: Second', 'One: First'])
})

test('an imported text is a version once it changes, without an actor', async () => {
  const imported = { title: 'Old', body: 'Imported', import: true }
  const { id } = await owner.create(`POST ${entries}`, {
    ...imported,
    created_at: '2020-01-01T00:00:00.000Z',
  })
  expect(await versions({ id })).toEqual([])
  await owner.request(`PATCH ${entries}/${id}`, { body: { body: 'Edited' } })
  expect(await versions({ id })).toMatchObject([
    { title: 'Old', body: 'Edited' },
    {
      at: '2020-01-01T00:00:00.000Z',
      actor: { type: 'service', id: null, name: null },
      body: 'Imported',
    },
  ])
})

test('saves and restores of several clients at once keep every text in order', async () => {
  const keys = await Promise.all(['Ada', 'Grace', 'Alan'].map(createKey))
  const [first] = await versions()
  await Promise.all([
    ...keys.map((key, turn) => edit({ body: `Text ${turn}` }, { key })),
    restore(first),
  ])
  const all = await versions()
  expect(all[0]?.body).toBe((await read()).body)
  // The restored text is that of the first version, so it is a version of its own unless it came first.
  const bodies = all.toReversed().map(({ body }) => body)
  expect(bodies[0]).toBe('First')
  expect(bodies.filter((body) => body !== 'First').toSorted()).toEqual([
    'Text 0',
    'Text 1',
    'Text 2',
  ])
  const isFirst = bodies.length === 4
  expect(bodies).toHaveLength(isFirst ? 4 : 5)
  if (!isFirst) expect(bodies.lastIndexOf('First')).toBeGreaterThan(1)
  const ids = all.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  const open = await sql<{ count: number }>`
    select count(*)::int as count from changelog_versions
    where entry_id = ${entry.id} and replaced_at is null`.execute(service.database.pool)
  expect(open.rows[0]?.count).toBe(1)
})

test('a change that fails leaves no version', async () => {
  const { pool } = service.database
  await age(11)
  const kind = sql.lit('changelog.updated')
  await sql`alter table events add constraint refused check (kind <> ${kind}) not valid`.execute(
    pool,
  )
  onTestFinished(
    async () => void (await sql`alter table events drop constraint refused`.execute(pool)),
  )
  expect((await edit({ body: 'Lost' })).status).toBe(500)
  expect([await texts(), (await read()).body]).toEqual([['One: First'], 'First'])
})

test('a version is deleted 30 days after the next one, the current one never', async () => {
  const purge = (days: number) =>
    purgeExpired(service.database.pool, new Date(Date.now() + days * 86_400_000), (error) => {
      throw error
    })
  await age(60 * 24 * 100)
  await edit({ body: 'Second' })
  await purge(29)
  expect(await texts()).toEqual(['One: Second', 'One: First'])
  await purge(31)
  expect(await texts()).toEqual(['One: Second'])
})

test('versions are read in pages, and by no other workspace', async () => {
  for (const body of ['A', 'B', 'C']) {
    await age(11)
    await edit({ body })
  }
  const first = (await owner.request(`GET ${path()}/versions?limit=3&include_total=true`)).body
  const next = first.paging.next as string
  const second = (await owner.request(`GET ${path()}/versions?limit=3&starting_after=${next}`)).body
  expect([...first.data, ...second.data]).toEqual(await versions())
  expect([first.paging.total, second.paging.next]).toEqual([4, null])
  const other = await service.workspace()
  const [{ id }] = first.data
  expect((await other.request(`GET ${path()}/versions`)).status).toBe(404)
  expect((await other.request(`POST ${path()}/versions/${id}/restore`)).status).toBe(404)
  const elsewhere = await owner.create(`POST ${entries}`, { title: 'Other' })
  const line = `POST ${entries}/${elsewhere.id}/versions/${id}/restore`
  expect((await owner.request(line)).status).toBe(404)
})
