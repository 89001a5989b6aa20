// Runs on both engines: keyset pagination relies on the collation.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { newId } from '#service/db/ids.ts'
import { perFile, servicePerFile } from '#service/http/test-service.ts'

let contacts: string
let before: string[]

const thousand = Array.from({ length: 1000 }, (_, turn) => turn)

const service = servicePerFile()
const owner = perFile(() => service.workspace())
beforeAll(async () => {
  const list_id = (await owner.create('POST /lists', { name: 'Everybody' })).id
  contacts = `/lists/${list_id}/contacts`
  before = []
  for (const block of thousand.slice(0, 10)) {
    const rows = thousand.map((turn) => rowOf(list_id, block * 1000 + turn))
    before.push(...rows.map(({ id }) => id))
    await service.database.pool.insertInto('contacts').values(rows).execute()
  }
}, 120_000)

/** Of ten thousand, three hundred each share their millisecond. */
function rowOf(list_id: string, turn: number) {
  const moment = new Date(Date.UTC(2026, 0, 1) + Math.floor(turn / 300))
  const address = `person${turn}@example.com`
  return {
    workspace_id: owner.workspace_id,
    id: newId('con', moment),
    list_id,
    email_address: address,
    address_key: address,
    status: 'subscribed' as const,
    fields: '{}',
    source: 'api' as const,
    created_at: moment,
    updated_at: moment,
    search: sql<string>`''::tsvector`,
    search_text: '',
  }
}

test('T8 pagination returns each unchanged row once during concurrent writes', async () => {
  const leaving = before.filter((_, turn) => turn % 16 === 7)
  const staying = new Set(before.filter((_, turn) => turn % 16 !== 7))
  const met: string[] = []
  const changed: number[] = []
  let next: string | null = ''
  for (let page = 0; next !== null; page++) {
    const { status, body } = await owner.request(
      `GET ${contacts}${next && `?starting_after=${next}`}`,
    )
    expect(status).toBe(200)
    met.push(...body.data.map(({ id }: { id: string }) => id))
    next = body.paging.next
    // Six leave and six come after each of a hundred pages, in front of the walk and behind it.
    const gone = [0, 1, 2, 3, 4, 5].map(
      (turn) => leaving[((page * 6 + turn) * 101) % leaving.length],
    )
    const operations = gone.flatMap((id, turn) => [
      { op: 'delete', id },
      {
        op: 'upsert',
        email_address: `late${page}-${turn}@example.com`,
        ...(turn === 0 ? {} : { created_at: new Date(Date.UTC(2026, 0, 1) + page).toISOString() }),
      },
    ])
    const batch = await owner.request(`POST ${contacts}/batch`, {
      body: { import: true, operations },
    })
    changed.push(...batch.body.results.map((result: { status: number }) => result.status))
  }
  expect(changed.length).toBeGreaterThan(1000)
  expect(new Set(changed)).toEqual(new Set([201, 204]))
  expect(new Set(met).size).toBe(met.length)
  expect(met.filter((id) => staying.has(id)).length).toBe(staying.size)
  expect(met.length).toBeGreaterThan(staying.size)
}, 120_000)
