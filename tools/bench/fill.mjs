// A million contacts in our tables and in the floor's, in seconds: by SQL, with the counters that the API would have kept.
import pg from 'pg'

/** The tags a contact carries: each twentieth, and one in a hundred thousand. */
const tags = `array['t' || g % 20] || case when g % 100000 = 0 then array['rare'] else '{}' end`
const status = `case when g % 10 = 0 then 'unsubscribed' else 'subscribed' end`
const fields = `'{"first_name":"Ann","city":"Oslo"}'::jsonb`
const contactId = `'con_' || lpad(g::text, 26, '0')`
const made = `timestamptz '2026-01-01' + g * interval '1 second'`

export const numberedAddress = (number) => `user${number}@example.com`

/** Runs `work` without the indexes of a table, which are made again in one go. */
async function withoutIndexes(db, table, work) {
  const { rows } = await db.query(
    `select indexname, indexdef from pg_indexes where tablename = $1 and schemaname = 'public' and indexname not like '%_pkey'`,
    [table],
  )
  for (const { indexname } of rows) await db.query(`drop index ${indexname}`)
  await work()
  for (const { indexdef } of rows) await db.query(indexdef)
}

/** Contacts `1` to `count` in a list that exists, as the API would have left them after folding its counts. */
async function fillList(db, { workspace_id, list_id, first, count }) {
  const here = [workspace_id, list_id]
  const numbers = `generate_series(${first}, ${first + count - 1}) g`
  await db.query(
    `insert into contacts (workspace_id, id, list_id, email_address, address_key, status, tags, fields, source,
       subscribed_at, unsubscribed_at, search, search_text, created_at, updated_at)
     select $1, ${contactId}, $2, email, email, ${status}, ${tags}, ${fields}, 'import',
       ${made}, case when g % 10 = 0 then ${made} end,
       array_to_tsvector(array['user' || g, 'example', 'com', 'ann', 'oslo']), email || E'\\nann\\noslo', ${made}, ${made}
     from ${numbers}, lateral (select 'user' || g || '@example.com' as email) address`,
    here,
  )
  await db.query(
    `insert into contact_tags (workspace_id, list_id, tag_key, created_at, contact_id)
     select $1, $2, tag, ${made}, ${contactId} from ${numbers}, unnest(${tags}) tag`,
    here,
  )
  await db.query(
    `insert into list_tags (workspace_id, list_id, key, name, created_at, updated_at)
     select workspace_id, list_id, tag_key, tag_key, now(), now() from contact_tags
     where workspace_id = $1 and list_id = $2 group by 1, 2, 3`,
    here,
  )
  await db.query(
    `insert into list_counts (workspace_id, list_id, counted, key, count)
     select workspace_id, list_id, 'status', status, count(*) from contacts
     where workspace_id = $1 and list_id = $2 group by 1, 2, 4
     union all select workspace_id, list_id, 'tag', tag_key, count(*) from contact_tags
     where workspace_id = $1 and list_id = $2 group by 1, 2, 4`,
    here,
  )
}

/** `lists` are ours, each with the number of its contacts. */
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

/** As many contacts of each list, and a thousand cards, in the floor's own database. */
export async function fillFloor(databaseUrl, lists) {
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
