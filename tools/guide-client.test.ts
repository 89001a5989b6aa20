import { expect, test } from 'vitest'

import type { HttpResponse, RequestHandler } from '#service/http/http-message.ts'
import { openTestService, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { createFolder, missingProgram, runSnippet, serve } from './test-guides.ts'

// A program does not meet the limit by itself, and after it a token comes every half second.
const service = servicePerFile({ RATE_LIMIT: '2/330' })
const owner = workspacePerTest(service)

const clients = [
  ['Node', 'client.mjs', process.execPath],
  ['Python', 'client.py', 'python3'],
] as const

/** A list with 130 subscribed contacts, more than a page, and one who is not. */
async function createContacts() {
  const list = await owner.create('POST /lists', { name: 'Readers' })
  const upsert = (at: number) => ({
    op: 'upsert',
    email_address: `reader-${at}@example.com`,
    tags: ['reader'],
    status: at < 130 ? 'subscribed' : 'unsubscribed',
  })
  const operations = Array.from({ length: 131 }, (_, at) => upsert(at))
  await owner.create(`POST /lists/${list.id}/contacts/batch`, { operations })
  return list.id as string
}

/** The tags of all contacts, by how many have them. */
async function countTags(list_id: string) {
  const { body } = await owner.request(`GET /lists/${list_id}/tags`)
  const tags = body.data as { name: string; contact_count: number }[]
  return Object.fromEntries(tags.map(({ name, contact_count }) => [name, contact_count]))
}

/** Sends requests of this key until the service refuses one. */
async function exhaustLimit(key: string) {
  for (let status = 200; status !== 429;) ({ status } = await owner.request('GET /me', { key }))
}

const badGateway: HttpResponse = {
  status: 502,
  headers: ['Content-Type', 'application/json'],
  // Not as this API writes it.
  body: '{"error": "Bad gateway"}',
}

/** A longer time than that of a program without the header. */
function withRetryAfter(response: HttpResponse): HttpResponse {
  const at = response.headers.indexOf('Retry-After')
  return at === -1 ? response : { ...response, headers: response.headers.with(at + 1, '3') }
}

test.for(clients)(
  'the %s client goes on after 412, 429 and a lost response',
  { timeout: 120_000 },
  async ([, file, program], { skip }) => {
    const reason = missingProgram(program)
    skip(reason !== undefined, reason)
    const list_id = await createContacts()
    const key = await owner.create('POST /api-keys', { name: 'Program', scope: 'write' })
    const statuses: number[] = []
    const replayed: string[] = []
    const pages = new Set<string>()
    let changes = 0
    const handle: RequestHandler = async (request) => {
      const isChange = request.method === 'PATCH'
      if (isChange) changes += 1
      // Someone else changes the first contact after the program has read it.
      if (isChange && changes === 1) {
        const path = request.path.replace('/v1', '')
        await owner.request(`PATCH ${path}`, { body: { tags: ['reader', 'vip'] } })
      }
      if (isChange && changes === 131) await exhaustLimit(key.key)
      const response = await service.app.handle(request)
      // The third change is done, but the program does not learn of it.
      const answer = isChange && changes === 3 ? badGateway : withRetryAfter(response)
      statuses.push(answer.status)
      if (response.headers.includes('Idempotent-Replayed')) replayed.push(request.path)
      if (request.path.endsWith('/contacts')) pages.add(request.search)
      return answer
    }
    const output = await runSnippet('api-client', file, {
      folder: createFolder(),
      env: { API_URL: await serve(handle), API_KEY: key.key },
      args: [list_id, 'customer'],
    })
    expect(output).toContain('130 contacts tagged.')
    expect(await countTags(list_id)).toEqual({ reader: 131, customer: 130, vip: 1 })
    expect(new Set(statuses)).toEqual(new Set([200, 412, 429, 502]))
    expect(pages.size).toBe(2)
    expect(replayed).toHaveLength(1)
    expect(output).toMatch(/429 rate_limited: .* Again in 3\.0 s/)
  },
)

test.for(clients)('the %s client keeps the tags of now', async ([, file, program], { skip }) => {
  const reason = missingProgram(program)
  skip(reason !== undefined, reason)
  const list = await owner.create('POST /lists', { name: 'Readers' })
  const create = (email_address: string) =>
    owner.create(`POST /lists/${list.id}/contacts`, { email_address })
  const [one, other] = [await create('one@example.com'), await create('other@example.com')]
  const setTags = (id: string, tags: string[]) =>
    owner.request(`PATCH /lists/${list.id}/contacts/${id}`, { body: { tags } })
  await setTags(other.id, ['CUSTOMER'])
  const output = await runSnippet('api-client', file, {
    folder: createFolder(),
    env: {
      API_KEY: owner.key,
      // The service without versions. Someone adds a tag after the page was read.
      API_URL: await serve(async (request) => {
        if (request.path.endsWith('/me')) return { status: 404, headers: [], body: '{}' }
        const response = await service.app.handle(request)
        if (request.path.endsWith('/contacts')) await setTags(one.id, ['vip'])
        return response
      }),
    },
    args: [list.id, 'customer'],
  })
  expect(output).toBe('1 contacts tagged.')
  const { body } = await owner.request(`GET /lists/${list.id}/contacts/${one.id}`)
  expect(body.tags.toSorted()).toEqual(['CUSTOMER', 'vip'])
})

test.for([
  ['api-client', 'client.py', ['lst_1', 'customer']],
  ['send-campaigns', 'send_campaigns.py', ['--once']],
  ['run-automations', 'run_automations.py', ['--once']],
] as const)(
  'the program of %s.md does not follow a redirect',
  async ([guide, file, args], { skip }) => {
    const reason = missingProgram('python3')
    skip(reason !== undefined, reason)
    let count = 0
    const other = await serve(async () => {
      count += 1
      return { status: 404, headers: [], body: '{}' }
    })
    const API_URL = await serve(async () => ({
      status: 302,
      headers: ['Location', other],
      body: '',
    }))
    const mail = { SMTP_HOST: '127.0.0.1', MAIL_FROM: 'hello@example.com' }
    const env = { ...mail, API_URL, API_KEY: owner.key }
    const run = runSnippet(guide, file, { folder: createFolder(), env, args })
    expect(await run.catch(String)).toContain('302')
    expect(count).toBe(0)
  },
)

test.for(clients)(
  'the %s client works on the public API alone',
  async ([, file, program], { skip }) => {
    const reason = missingProgram(program)
    skip(reason !== undefined, reason)
    const list_id = await createContacts()
    const options = { database: service.database }
    const publicService = await openTestService({ PROFILE: 'public' }, options)
    const output = await runSnippet('api-client', file, {
      folder: createFolder(),
      env: { API_URL: await serve(publicService.app.handle), API_KEY: owner.key },
      args: [list_id, 'customer'],
    }).finally(() => publicService.close())
    expect(output).toBe('130 contacts tagged.')
    expect(await countTags(list_id)).toEqual({ reader: 131, customer: 130 })
  },
)

test('a client without access stops with the code of the error', async () => {
  const run = (args: string[], key: string) =>
    serve(service.app.handle).then((API_URL) =>
      runSnippet('api-client', 'client.mjs', {
        folder: createFolder(),
        env: { API_URL, API_KEY: key },
        args,
      }),
    )
  await expect(run(['lst_1', 'customer'], 'wrong')).rejects.toThrow('401 unauthenticated')
  await expect(run(['lst_1', 'customer'], owner.key)).rejects.toThrow('404 not_found')
  await expect(run([], owner.key)).rejects.toThrow('ended with 2')
})
