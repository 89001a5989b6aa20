// Runs on both engines: events are numbered after their commit.
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'

import type { Event } from '#contract/developers/events.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { deleteOldEvents, numberEvents } from '#service/outbox/outbox.store.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const board = async (name: string) => owner.request('POST /boards', { body: { name } })
const feed = async (query = '') => (await owner.request(`GET /events${query}`)).body
const names = (events: Event[]) => events.map(({ data }) => data['name'])
/** Once all of them have numbers. */
async function whenNumbered(count: number) {
  await expect.poll(async () => (await feed()).data.length).toBe(count)
}

test('the event feed returns each event once, by cursor or event id', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) await board(name)
  await whenNumbered(5)
  const first = await feed('?limit=2')
  const second = await feed(`?limit=2&starting_after=${first.paging.next}`)
  const rest = await feed(`?starting_after=${second.data[1].id}`)
  expect(names([...first.data, ...second.data, ...rest.data])).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(rest.paging.next).toBeNull()
  expect(first.data[0]).toMatchObject({ event: 'board.created', data: { name: 'A', version: '1' } })
  expect((await feed(`?starting_after=${rest.data[0].id}`)).data).toEqual([])
})

test('the event feed filters by kind and rejects an unknown kind', async () => {
  await board('A')
  await owner.request('POST /lists', { body: { name: 'L' } })
  await whenNumbered(2)
  expect(names((await feed('?kinds=list.created,list.deleted')).data)).toEqual(['L'])
  expect((await owner.request('GET /events?kinds=list.eaten')).status).toBe(422)
  for (const id of ['00000000000000000000000000', '%00', '%0A', 'a'.repeat(500)]) {
    const unknown = await owner.request(`GET /events?starting_after=evt_${id}`)
    expect(unknown.body.error.details[0]).toMatchObject({
      field: 'starting_after',
      code: 'unknown_cursor',
    })
  }
})

test('event numbers have no gaps when several rounds run at once', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => board(`B${index}`)))
  await Promise.allSettled(Array.from({ length: 4 }, () => numberEvents(service.database.pool)))
  await whenNumbered(30)
  const rows = await service.database.pool
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', owner.workspace_id)
    .orderBy('seq')
    .execute()
  expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
})

test('an event of a slow transaction is not skipped after later ones', async () => {
  const { pool } = service.database
  const slow = {
    workspace_id: owner.workspace_id,
    id: 'evt_00000000000000000000000001',
    kind: 'board.created',
    body: JSON.stringify({
      id: 'evt_00000000000000000000000001',
      event: 'board.created',
      created_at: '2020-01-01T00:00:00.000Z',
      data: { name: 'Slow' },
    }),
    created_at: new Date(),
  }
  await board('Quick')
  await whenNumbered(1)
  const [seen] = (await feed()).data
  // Its id is smaller than that of the one already read, as if it had begun before and committed now.
  await pool.insertInto('events').values(slow).execute()
  await whenNumbered(2)
  expect(names((await feed(`?starting_after=${seen.id}`)).data)).toEqual(['Slow'])
})

test('old events are deleted in batches, all but the latest', async () => {
  const { pool } = service.database
  // Ids never go back, and another file may have made some in a year to come.
  const later = new Date('2999-01-01')
  await deleteOldEvents(pool, later)
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await board(name)
  await whenNumbered(6)
  const { counted, statements } = countDeletions(pool)
  const workspaces = await pool
    .selectFrom('events')
    .select('workspace_id')
    .where('seq', 'is not', null)
    .distinct()
    .execute()
  await deleteOldEvents(counted, later, { size: 2 })
  expect(names((await feed()).data)).toEqual(['F'])
  // Two, two and one here; the others have only their latest.
  expect(statements()).toBe(workspaces.length + 2)
})

/** A pool that counts the statements that delete. */
function countDeletions(pool: Kysely<Tables>) {
  let count = 0
  const counted = pool.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'DeleteQueryNode') count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { counted, statements: () => count }
}

test('event numbers continue after old events are deleted', async () => {
  for (const name of ['A', 'B']) await board(name)
  await whenNumbered(2)
  // Ids never go back, and another file may have made some in a year to come.
  await deleteOldEvents(service.database.pool, new Date('2999-01-01'))
  expect(names((await feed()).data)).toEqual(['B'])
  await board('C')
  await whenNumbered(2)
  expect(names((await feed()).data)).toEqual(['B', 'C'])
})
