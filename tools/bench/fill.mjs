// Inserts a million contacts into our tables and the baseline's within seconds: by SQL, with the counters the API keeps.
import pg from 'pg'

/** Tags of a contact: one of twenty, and a rare one for each hundred thousandth. */
const tags = `array['t' || g % 20] || case when g % 100000 = 0 then array['rare'] else '{}' end`
const status = `case when g % 10 = 0 then 'unsubscribed' else 'subscribed' end`
const fields = `'{"first_name":"Ann","city":"Oslo"}'::jsonb`
const contactId = `'con_' || lpad(g::text, 26, '0')`
const createdAt = `timestamptz '2026-01-01' + g * interval '1 second'`

export const numberedAddress = (number) => `user${number}@example.com`

/** Drops the indexes of a table while `work` runs, and builds them afterwards. */
async function withoutIndexes(db, table, work) {
  const { rows } = await db.query(
    `select indexname, indexdef from pg_indexes where tablename = $1 and schemaname = 'public' and indexname not like '%_pkey'`,
    [table],
  )
  for (const { indexname } of rows) await db.query(`drop index ${indexname}`)
  await work()
  for (const { indexdef } of rows) await db.query(indexdef)
}

/** Adds contacts to an existing list, as the API leaves them after compacting its counts. */
async function fillList(db, { workspace_id, list_id, first, count }) {
  const parameters = [workspace_id, list_id]
  const numbers = `generate_series(${first}, ${first + count - 1}) g`
  await db.query(
    `insert into contacts (workspace_id, id, list_id, email_address, address_key, status, tags, fields, source,
       subscribed_at, unsubscribed_at, search, search_text, created_at, updated_at)
     select $1, ${contactId}, $2, email, email, ${status}, ${tags}, ${fields}, 'import',
       ${createdAt}, case when g % 10 = 0 then ${createdAt} end,
       array_to_tsvector(array['user' || g, 'example', 'com', 'ann', 'oslo']), email || E'\\nann\\noslo', ${createdAt}, ${createdAt}
     from ${numbers}, lateral (select 'user' || g || '@example.com' as email) address`,
    parameters,
  )
  await db.query(
    `insert into contact_tags (workspace_id, list_id, tag_key, created_at, contact_id)
     select $1, $2, tag, ${createdAt}, ${contactId} from ${numbers}, unnest(${tags}) tag`,
    parameters,
  )
  await db.query(
    `insert into list_tags (workspace_id, list_id, key, name, created_at, updated_at)
     select workspace_id, list_id, tag_key, tag_key, now(), now() from contact_tags
     where workspace_id = $1 and list_id = $2 group by 1, 2, 3`,
    parameters,
  )
  await db.query(
    `insert into list_counts (workspace_id, list_id, counted, key, count)
     select workspace_id, list_id, 'status', status, count(*) from contacts
     where workspace_id = $1 and list_id = $2 group by 1, 2, 4
     union all select workspace_id, list_id, 'tag', tag_key, count(*) from contact_tags
     where workspace_id = $1 and list_id = $2 group by 1, 2, 4`,
    parameters,
  )
}

/** Fills each of our lists with its `count` of contacts. */
export async function fill(databaseUrl, lists) {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
  await withoutIndexes(db, 'contacts', async () => {
    let first = 1
    for (const { count, ...list } of lists) {
      await fillList(db, { ...list, first, count })
      first += count
    }
  })
  await db.query('vacuum analyze')
  await db.end()
}

/** The same contacts, and a thousand cards, in the baseline's database. */
export async function fillBaseline(databaseUrl, lists) {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query(`
    create table contact (id bigint generated always as identity primary key, list_id bigint not null,
      email_address text not null, status text not null default 'subscribed', tags text[] not null default '{}',
      fields jsonb not null default '{}', created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create table card (id bigint primary key, list_id bigint not null, name text not null, label_ids text[] not null default '{}',
      due_at timestamptz, completed boolean not null default false, position double precision not null)`)
  let first = 1
  for (const [at, { count }] of lists.entries()) {
    await db.query(
      `insert into contact (list_id, email_address, status, tags, fields)
       select $1, 'user' || g || '@example.com', ${status}, ${tags}, ${fields}
       from generate_series(${first}, ${first + count - 1}) g`,
      [at + 1],
    )
    first += count
  }
  await db.query(`insert into card (id, list_id, name, position)
    select g, 1 + g % 10, 'Card ' || g || ' repair the sign-in link in the invitation', g from generate_series(0, 999) g`)
  await db.query(`create unique index on contact (list_id, email_address);
    create index on contact (list_id, id); create index on contact (list_id, status, id);
    create index on card (list_id, position)`)
  await db.query('vacuum analyze')
  await db.end()
}
