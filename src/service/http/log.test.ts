import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '#service/config.ts'
import type { Log } from '#service/log.ts'
import { type OpenService, openService } from '#service/open-service.ts'
import {
  type TestService,
  type TestWorkspace,
  sendRequest,
  openTestService,
} from './test-service.ts'

let service: TestService
let owner: TestWorkspace
let loggedService: OpenService
const lines: string[] = []
/** Keeps everything, whatever its level. */
const log: Log = (...line) => void lines.push(JSON.stringify(line))

beforeAll(async () => {
  service = await openTestService()
  owner = await service.workspace()
  const secret = Buffer.alloc(32, 7).toString('base64')
  const config = readConfig({ INSTANCE_SECRET: secret, LOG_LEVEL: 'debug', RATE_LIMIT: 'off' })
  loggedService = await openService({ config, log, database: service.database })
})
afterAll(async () => {
  await loggedService.close()
  await service.close()
})

test('T17 log lines contain neither API keys nor request bodies', async () => {
  const { key } = owner
  const send = (line: string, options = {}) => sendRequest(loggedService, line, { key, ...options })
  const { body: list } = await send('POST /lists', { body: { name: 'Readers' } })
  const contact = { email_address: 'ada.private@example.com', fields: { note: 'very private' } }
  await send(`POST /lists/${list.id}/contacts`, { body: contact })
  const created = await send('POST /api-keys', { body: { name: 'Second', scope: 'read' } })
  await send(`GET /boards?access_token=${key}`, { key: null })
  await send(`GET /boards/${key}`)
  await send(`GET /lists/${list.id}/contacts/ada.private@example.com`)
  await send('POST /boards', { body: { name: key } })
  await send('POST /boards', { raw: `{"name": "${key}` })
  await send('POST /boards', { body: { name: 'A' }, headers: { 'Idempotency-Key': key } })
  await send('GET /boards', { headers: { 'X-Request-Id': 'traced', Cookie: `key=${key}` } })
  await send('GET /boards', { key: `${key}x` })
  await send('GET /boards', { headers: { 'X-Request-Id': key } })

  // A failure inside the service is logged with its stack.
  await service.database.pool.schema.alterTable('boards').renameTo('boards_away').execute()
  expect((await send('POST /boards', { body: { name: 'very private' } })).status).toBe(500)
  expect((await send(`GET /boards/${key}`)).status).toBe(500)
  await service.database.pool.schema.alterTable('boards_away').renameTo('boards').execute()

  const output = lines.join('\n')
  expect(output).toContain('"traced"')
  expect(output).toContain('internal_error')
  for (const secret of [key, key.slice(7, 39), created.body.key, 'Bearer', 'private'])
    expect({ secret, logged: output.includes(secret) }).toEqual({ secret, logged: false })
})
