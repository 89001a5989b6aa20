// The minimum of a Node server on PostgreSQL: no framework, one prepared statement per request, JSON built by the
// database. service.mjs starts it as a separate process.
import http from 'node:http'
import pg from 'pg'

const db = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })

const contactJson = `json_build_object('id', t.id::text, 'list_id', t.list_id::text, 'email_address', t.email_address,
  'status', t.status, 'tags', t.tags, 'fields', t.fields)`
const statements = {
  page: `select coalesce(json_agg(c), '[]')::text as json from (
    select t.id::text, t.list_id::text, t.email_address, t.status, t.tags, t.fields from contact t
    where t.list_id = $1 and t.id > $2 order by t.id limit 100) c`,
  contact: `select ${contactJson}::text as json from contact t where t.list_id = $1 and t.email_address = $2`,
  upsert: `insert into contact as t (list_id, email_address, tags, fields) values ($1, $2, $3, $4)
    on conflict (list_id, email_address) do update set tags = excluded.tags, fields = excluded.fields, updated_at = now()
    returning ${contactJson}::text as json`,
  move: `update card set list_id = $2,
      position = (select coalesce(min(position), 0) - 1 from card where list_id = $2)
    where id = $1 returning json_build_object('id', id::text, 'list_id', list_id::text, 'position', position)::text as json`,
}
const query = async (name, ...values) =>
  (await db.query({ name, text: statements[name], values })).rows[0]?.json

async function readBody(request) {
  let body = ''
  for await (const part of request) body += part
  return JSON.parse(body)
}

async function handle(request) {
  const [path, search] = request.url.split('?')
  if (path === '/ping') return '{"ok":true}'
  if (path.startsWith('/bytes/')) return Buffer.alloc(Number(path.slice('/bytes/'.length)), 'x')
  const [, kind, list, part] = path.split('/')
  if (kind === 'cards') return query('move', list, (await readBody(request)).list_id)
  if (part !== undefined) return query('contact', list, decodeURIComponent(part))
  if (request.method === 'GET')
    return `{"data":${await query('page', list, search?.slice('after='.length) ?? 0)}}`
  const { email_address, tags, fields } = await readBody(request)
  return query('upsert', list, email_address, tags, fields)
}

const server = http.createServer((request, response) => {
  handle(request).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    },
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
