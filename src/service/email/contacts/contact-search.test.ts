// Runs on both engines: text search and collation differ between engines.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { perFile, servicePerFile } from '#service/http/test-service.ts'

let contacts: string

const count = 21_000
const everybody = Array.from({ length: count }, (_, at) => at + 1)
/** Who has which word: contact 1 is the oldest, and the last one of the alphabet. */
const words: Record<string, (n: number) => boolean> = {
  common: () => true,
  // More than the index is asked to sort, and none among the newest.
  bygone: (n) => n <= 10_500,
  // Enough nearby to expect the rest of the page soon.
  frequent: (n) => n % 100 === 0,
  thin: (n) => n % 500 === 0,
  single: (n) => n === 7,
  nobody: () => false,
}

const service = servicePerFile()
const owner = perFile(() => service.workspace())
beforeAll(async () => {
  const { id } = await owner.create('POST /lists', { name: 'Everybody' })
  contacts = `/lists/${id}/contacts`
  // Three each share their millisecond, so that the order hangs on the id, too.
  await sql`
    insert into contacts (workspace_id, id, list_id, email_address, address_key, status, source,
      search, search_text, created_at, updated_at)
    select ${owner.workspace_id}, 'con_' || lpad(n::text, 26, '0'), ${id}, address, address, 'subscribed', 'api',
      array_to_tsvector(array['common', name, 'x', 'io'] || case when n <= 10500 then array['bygone'] else '{}' end
        || case when n % 100 = 0 then array['frequent'] else '{}' end || case when n % 500 = 0 then array['thin'] else '{}' end || case when n = 7 then array['single'] else '{}' end),
      address, moment, moment
    from generate_series(1, ${count}) n,
      lateral (select 'p' || (${count}::int - n + 100000) as name,
        'p' || (${count}::int - n + 100000) || '@x.io' as address,
        timestamptz '2026-01-01Z' + (n / 3) * interval '1 millisecond' as moment) made`.execute(
    service.database.pool,
  )
  await sql`analyze contacts`.execute(service.database.pool)
}, 120_000)

const idOf = (n: number) => `con_${String(n).padStart(26, '0')}`

async function firstPages(query: string): Promise<string[]> {
  const met: string[] = []
  let next = ''
  for (let page = 0; page < 3; page++) {
    const { body } = await owner.request(`GET ${contacts}?limit=40&${query}${next}`)
    met.push(...body.data.map(({ id }: { id: string }) => id))
    if (body.paging.next === null) break
    next = `&starting_after=${body.paging.next}`
  }
  return met
}

const sorts = ['-created_at', 'created_at', '-updated_at', 'email_address'].flatMap((sort) =>
  Object.keys(words).map((word) => [word, sort] as const),
)

test.each(sorts)(
  'a search for a word that is %s, sorted by %s, is paginated',
  async (word, sort) => {
    const having = everybody.filter(words[word] ?? (() => false)).map(idOf)
    const expected = sort === 'created_at' ? having : having.toReversed()
    expect(await firstPages(`search=${word}&sort=${sort}`)).toEqual(expected.slice(0, 120))
  },
)

test('a search with a filter returns contacts that match both', async () => {
  expect(await firstPages('search=thin&status=unsubscribed')).toEqual([])
  expect(await firstPages('search=bygone&status=subscribed,pending')).toHaveLength(120)
  expect(await firstPages('search=p100042%40x')).toEqual([idOf(count - 42)])
})
