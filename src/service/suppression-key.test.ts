// Runs on both engines: the first start after the upgrade is one transaction.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { addressKey } from '#contract/email/email-address.rules.ts'
import { openTestService, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { firstStart } from './first-start.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

/** As it was before the upgrade: no key, and nothing remembered. */
async function forgetKey(): Promise<void> {
  await service.database.pool.updateTable('instance').set({ suppression_key: null }).execute()
  await service.database.pool.deleteFrom('suppressions').execute()
}

async function start() {
  const next = await openTestService({}, { database: service.database })
  onTestFinished(() => next.close())
  return next
}

const suppressions = async () => (await owner.request('GET /suppressions')).body.data

const hashOf = ({ addressHashes }: Pick<typeof service, 'addressHashes'>, key: string) =>
  addressHashes(owner.workspace_id)(key)

test('the first start after the upgrade remembers who had left', async () => {
  const list = (await owner.create('POST /lists', { name: 'Readers' })).id
  const statuses = ['subscribed', 'pending', 'unsubscribed', 'bounced', 'complained']
  for (const status of statuses)
    await owner.create(`POST /lists/${list}/contacts`, {
      email_address: `${status}@example.com`,
      import: true,
      status,
      ...(status === 'unsubscribed' && { unsubscribed_at: '2026-03-01T00:00:00Z' }),
    })
  const subscriber = { email: 'Reader@example.com', import: true, status: 'unsubscribed' }
  await owner.create('POST /feedback/changelog/subscribers', subscriber)
  expect(await suppressions()).toHaveLength(4)
  await forgetKey()
  // Two processes start at once.
  const [first, second] = await Promise.all([start(), start()])
  const key = addressKey('unsubscribed@example.com') ?? ''
  expect(hashOf(first, key)).toBe(hashOf(second, key))
  expect(hashOf(first, key)).not.toBe(hashOf(service, key))
  const rows = await service.database.pool
    .selectFrom('suppressions')
    .select(['address_hash', 'scope', 'reason', 'since'])
    .where('workspace_id', '=', owner.workspace_id)
    .execute()
  expect(rows).toHaveLength(4)
  expect(rows.find(({ address_hash }) => address_hash === hashOf(first, key))).toMatchObject({
    scope: list,
    reason: 'unsubscribed',
    since: '2026-03-01T00:00:00.000Z',
  })
  expect(rows.map(({ reason }) => reason).toSorted()).toEqual([
    'complaint',
    'hard',
    'unsubscribed',
    'unsubscribed',
  ])
})

test('later starts read the same key, and remember nothing anew', async () => {
  await owner.create('POST /suppressions', { address: 'ada@example.com', scope: 'workspace' })
  const [{ id }] = await suppressions()
  await owner.request(`DELETE /suppressions/${id}`)
  const next = await start()
  expect(hashOf(next, 'ada@example.com')).toHaveLength(43)
  expect(await suppressions()).toEqual([])
})

test('the stored key is sealed', async () => {
  const { suppression_key } = await service.database.pool
    .selectFrom('instance')
    .select('suppression_key')
    .executeTakeFirstOrThrow()
  // 44 characters of base64 between a nonce and a tag.
  expect(Buffer.from(suppression_key ?? '', 'base64')).toHaveLength(12 + 44 + 16)
})

test('the example of a first start has those who left in its generated contacts', async () => {
  await sql`truncate workspaces cascade`.execute(service.database.pool)
  await firstStart(service, { example: true, ownerKeyFile: undefined })
  const count = async (status: 'unsubscribed' | 'bounced', reason: 'unsubscribed' | 'hard') => {
    const { pool } = service.database
    const contacts = await pool
      .selectFrom('contacts')
      .select('id')
      .where('status', '=', status)
      .execute()
    const rows = await pool
      .selectFrom('suppressions')
      .select('id')
      .where('reason', '=', reason)
      .where('scope', '<>', 'changelog')
      .execute()
    return [contacts.length, rows.length]
  }
  const [unsubscribed = 0, rows] = await count('unsubscribed', 'unsubscribed')
  expect(unsubscribed).toBeGreaterThan(0)
  expect(rows).toBe(unsubscribed)
  const [bounced = 0, addresses = 0] = await count('bounced', 'hard')
  // One address may have bounced in several lists.
  expect([addresses > 0, addresses <= bounced]).toEqual([true, true])
})
