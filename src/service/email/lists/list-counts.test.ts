// Runs on both engines: counts are compacted beside writes.
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Contact } from '#contract/email/contacts.ts'
import type { List } from '#contract/email/lists.ts'
import { randomFrom } from '#example/random.rules.ts'
import { compactCounts } from '#service/db/compact-counts.ts'
import { perFile, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())

const newList = async (name = 'L'): Promise<string> =>
  (await owner.create('POST /lists', { name })).id
const listed = async (list_id: string): Promise<List> =>
  (await owner.request(`GET /lists/${list_id}`)).body
const tagCounts = async (list_id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await owner.request(`GET /lists/${list_id}/tags`)).body.data.map(
      (tag: { name: string; contact_count: number }) => [tag.name, tag.contact_count],
    ),
  )
const everybody = async (list_id: string, query = ''): Promise<Contact[]> =>
  (await owner.request(`GET /lists/${list_id}/contacts?limit=100${query}`)).body.data

/** What the counts should be, by counting who is there. */
async function recount(list_id: string) {
  const contacts = await everybody(list_id)
  const statuses: Record<string, number> = { total: contacts.length }
  const tags: Record<string, number> = {}
  for (const contact of contacts) {
    statuses[contact.status] = (statuses[contact.status] ?? 0) + 1
    for (const tag of contact.tags) tags[tag] = (tags[tag] ?? 0) + 1
  }
  return { statuses, tags }
}

const without0 = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))

async function expectExact(list_id: string) {
  const { statuses, tags } = await recount(list_id)
  const list = await listed(list_id)
  expect(without0(list.counts)).toEqual(without0(statuses))
  expect(list.subscriber_count).toBe(list.counts.subscribed)
  expect(without0(await tagCounts(list_id))).toEqual(tags)
  for (const [tag, count] of Object.entries(tags))
    expect(await everybody(list_id, `&tag=${tag}`)).toHaveLength(count)
}

test('T33 counts equal a recount after 500 changes with compaction', async () => {
  const list_id = await newList()
  const random = randomFrom(33, 'counts').next
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // never empty
  const names = Array.from({ length: 40 }, (_, index) => `p${index}@x.io`)
  const tags = ['a', 'B', 'c', 'D', 'e', 'b']
  const statuses = ['pending', 'subscribed', 'unsubscribed']
  const some = <T>(from: readonly T[]) => from.filter(() => random() < 0.3)

  async function change() {
    const [contact] = await everybody(list_id, `&search=${pick(names).split('@')[0]}`)
    const path = `/lists/${list_id}/contacts/${contact?.id}`
    const kind = random()
    if (!contact || kind < 0.4) {
      const body = { email_address: pick(names), tags: some(tags), status: pick(statuses) }
      await owner.request(`POST /lists/${list_id}/contacts`, { body })
    } else if (kind < 0.6) await owner.request(`PATCH ${path}`, { body: { tags: some(tags) } })
    else if (kind < 0.8)
      await owner.request(`PATCH ${path}`, {
        body: { status: pick(statuses), tags: { [pick(tags)]: random() < 0.5 } },
      })
    else if (kind < 0.93) await owner.request(`DELETE ${path}`)
    else if (kind < 0.97)
      await owner.request(`PATCH /lists/${list_id}/tags/${pick(tags)}`, {
        body: { name: pick(tags) },
      })
    else if (kind < 0.985) await owner.request(`DELETE /lists/${list_id}/tags/${pick(tags)}`)
    else await compactCounts(service.database.pool)
  }

  for (let round = 0; round < 125; round++) {
    await Promise.all([change(), change(), change(), change()])
    if (round % 25 === 0) await expectExact(list_id)
  }
  await expectExact(list_id)
  await compactCounts(service.database.pool)
  await expectExact(list_id)
}, 120_000)

test('compaction moves all deltas into the base rows', async () => {
  const list_id = await newList()
  for (const name of ['a', 'b', 'c'])
    await owner.request(`POST /lists/${list_id}/contacts`, {
      body: { email_address: `${name}@x.io`, tags: ['t'] },
    })
  await Promise.all([compactCounts(service.database.pool), compactCounts(service.database.pool)])
  const { rows } = await sql<{ deltas: number; counts: string[] }>`
    select (select count(*)::int from list_count_deltas where list_id = ${list_id}) as deltas,
      array(select counted || ' ' || key || ' ' || count from list_counts
        where list_id = ${list_id} order by 1) as counts`.execute(service.database.pool)
  expect(rows).toEqual([{ deltas: 0, counts: ['status subscribed 3', 'tag t 3'] }])
})

test('a change of other fields appends no deltas', async () => {
  const list_id = await newList()
  const add = (body: object) =>
    owner.request(`POST /lists/${list_id}/contacts`, { body: { email_address: 'a@x.io', ...body } })
  await add({ tags: ['t'] })
  await compactCounts(service.database.pool)
  await add({ tags: ['t'], fields: { city: 'Oslo' } })
  const { rows } = await sql`select from list_count_deltas where list_id = ${list_id}`.execute(
    service.database.pool,
  )
  expect(rows).toEqual([])
})

test('a deleted list leaves no counts and no tags', async () => {
  const list_id = await newList()
  await owner.request(`POST /lists/${list_id}/contacts`, {
    body: { email_address: 'a@x.io', tags: ['t'] },
  })
  expect((await owner.request(`DELETE /lists/${list_id}`)).body.error.details[0].code).toBe(
    'not_archived',
  )
  await owner.request(`PATCH /lists/${list_id}`, { body: { archived: true } })
  expect((await owner.request(`DELETE /lists/${list_id}`)).status).toBe(204)
  for (const table of [
    'contacts',
    'list_tags',
    'contact_tags',
    'list_counts',
    'list_count_deltas',
  ]) {
    const { rows } = await sql`select from ${sql.table(table)} where list_id = ${list_id}`.execute(
      service.database.pool,
    )
    expect([table, rows]).toEqual([table, []])
  }
})

test('a page of a rare tag reads only its contacts', async () => {
  const list_id = await newList('Many')
  const { workspace_id } = owner
  const { pool } = service.database
  await sql`
    insert into contacts (workspace_id, id, list_id, email_address, address_key, status, tags, source, created_at, updated_at)
    select ${workspace_id}, 'con_' || lpad(n::text, 26, '0'), ${list_id}, n || '@x.io', n || '@x.io', 'subscribed',
      case when n = 5 then array['rare', 'common'] else array['common'] end, 'api', now(), now()
    from generate_series(1, 100000) n`.execute(pool)
  await sql`
    insert into contact_tags (workspace_id, list_id, tag_key, created_at, contact_id)
    select workspace_id, list_id, unnest(tags), created_at, id from contacts
    where workspace_id = ${workspace_id} and list_id = ${list_id}`.execute(pool)
  await sql`analyze contacts, contact_tags`.execute(pool)
  const read: string[] = []
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, format json) select contacts.id from contacts
    inner join contact_tags as tagged on tagged.workspace_id = contacts.workspace_id and tagged.contact_id = contacts.id
    where contacts.workspace_id = ${workspace_id} and contacts.list_id = ${list_id}
      and tagged.workspace_id = ${workspace_id} and tagged.list_id = ${list_id} and tagged.tag_key = 'rare'
    order by tagged.created_at desc, tagged.contact_id desc limit 101`.execute(pool)
  const walk = (plan: Plan) => {
    if (plan['Actual Rows'] * plan['Actual Loops'] > 1) read.push(plan['Node Type'])
    plan.Plans?.forEach(walk)
  }
  rows.forEach((row) => walk(row['QUERY PLAN'][0].Plan))
  expect(read).toEqual([])
  expect(await everybody(list_id, '&tag=rare')).toHaveLength(1)
  expect(await everybody(list_id, '&tag=common')).toHaveLength(100)
}, 120_000)

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: Plan[]
}
