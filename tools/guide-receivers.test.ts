import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'

import { deliveriesPerFile, patience } from '#service/webhooks/test-deliveries.ts'
import {
  createFolder,
  findFreePort,
  missingProgram,
  readSnippet,
  runSnippet,
  serve,
  startSnippet,
} from './test-guides.ts'

const { service, owner, receiver, register, createBoard, readDeliveries } = deliveriesPerFile()

const secret = 'a-secret-of-the-guide-0123456789'

/** The work of the one in PHP is a second program. */
const receivers = [
  ['Node', 'receiver.mjs', process.execPath, undefined],
  ['Python', 'receiver.py', 'python3', undefined],
  ['PHP', 'receiver.php', 'php', 'worker.php'],
  ['Go', 'receiver.go', 'go', undefined],
] as const

/** Work that never ends, by program. The receiver in PHP does none. */
const endless: Readonly<Record<string, string>> = {
  [process.execPath]: 'await new Promise(() => undefined)',
  python3: 'threading.Event().wait()',
  go: 'select {}',
}

/** A delivery of our own. */
function sign(event: unknown) {
  const body = JSON.stringify(event)
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return { body, headers: { 'X-Service-Signature': `sha256=${digest}` } }
}

/** The status for a request with one header, which no client would send. */
const askWith = (port: number, header: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`, 'latin1'),
    )
    socket.once('data', (part) => resolve(String(part).split(' ')[1]))
    socket.on('end', () => resolve(undefined)).on('error', reject)
  })

test.for(receivers)(
  'the %s receiver accepts real deliveries, each once, and nothing forged',
  { timeout: 120_000 },
  async ([, file, program, worker], { skip }) => {
    const reason = missingProgram(program)
    skip(reason !== undefined, reason)
    const base = createFolder()
    const port = await findFreePort()
    // Its web server serves a folder below.
    const folder = program === 'php' ? path.join(base, 'public') : base
    fs.mkdirSync(folder, { recursive: true })
    const options = program === 'php' ? ['-S', `127.0.0.1:${port}`] : []
    const start = (edit?: (code: string) => string) =>
      startSnippet('webhook-receiver', file, {
        ...(edit && { edit }),
        folder,
        options,
        env: { WEBHOOK_SECRET: secret, PORT: String(port) },
      })
    const url = `http://127.0.0.1:${port}/hook`
    const send = (method: string, headers = {}, body?: string) =>
      fetch(url, { method, headers, ...(body !== undefined && { body }) }).then(
        ({ status }) => status,
        () => 'no answer',
      )
    const untilUp = async () => {
      await expect.poll(() => send('GET'), patience).toBeOneOf([405, 501])
    }
    const handled: string[] = []
    /** What the program has worked on, of one run after another. */
    const untilHandled = async (running: ReturnType<typeof start>, id: string) => {
      await expect
        .poll(async () => {
          if (worker) handled.push(await runSnippet('webhook-receiver', worker, { folder }))
          return [...handled, ...running.lines].join('\n')
        }, patience)
        .toContain(id)
    }

    const first = start()
    await untilUp()
    const webhook = await register({ url, secret, events: ['board.created'] })
    await createBoard('One')
    await expect
      .poll(async () => (await readDeliveries(webhook.id))[0]?.last_attempt?.http_status, patience)
      .toBe(204)

    const [{ id }] = await readDeliveries(webhook.id)
    const delivery = (await owner.request(`GET /webhooks/${webhook.id}/deliveries/${id}`)).body
    const { request_body: body, attempts } = delivery
    const { id: eventId } = JSON.parse(body)
    await untilHandled(first, eventId)
    const headers = attempts[0].request_headers
    expect(await send('POST', headers, body.replace('One', 'Onf'))).toBe(401)
    expect(await send('POST', {}, body)).toBe(401)
    // A second delivery of the same event.
    expect(await send('POST', headers, body)).toBe(204)

    // Its secret is the previous one now.
    await owner.create(`POST /webhooks/${webhook.id}/rotate-secret`, { overlap_hours: 24 })
    await createBoard('Two')
    const newest = async () => (await readDeliveries(webhook.id))[0].event_id as string
    await expect.poll(newest, patience).not.toBe(eventId)
    const secondId = await newest()
    await untilHandled(first, secondId)
    await first.kill()

    // Killed during its work, after its answer.
    const stuck = start((code) => {
      const [comment = '', indent = ''] = /^([ \t]*)\S+ Your work\.$/m.exec(code) ?? []
      expect(worker ?? comment).not.toBe('')
      return worker ? code : code.replace(comment, `${indent}${endless[program]}`)
    })
    await untilUp()
    const waiting = sign({ id: 'evt_waiting', event: 'board.created', data: {} })
    expect(await send('POST', waiting.headers, waiting.body)).toBe(204)
    await stuck.kill()
    expect(stuck.lines.join()).not.toContain('evt_waiting')
    const again = start()
    await untilUp()
    expect(await send('POST', headers, body)).toBe(204)
    await untilHandled(again, 'evt_waiting')
    const { id: testId } = await owner.create(`POST /webhooks/${webhook.id}/test`, {})
    expect(testId).toEqual(expect.any(String))
    await untilHandled(again, 'webhook.test')

    for (const bad of [{ event: 'board.created' }, { id: '../x' }, { id: 7 }, { id: 'a.part' }]) {
      const forged = sign(bad)
      expect(await send('POST', forged.headers, forged.body)).toBe(400)
    }
    const broken = sign('no object')
    expect(await send('POST', broken.headers, '{')).toBe(401)
    expect(await send('POST', broken.headers, broken.body)).toBe(400)
    expect(await send('POST', { 'X-Service-Signature': 'sha256=é' }, body)).toBe(401)
    // The one in Python closes the connection without reading.
    if (program === 'python3') {
      expect(await askWith(port, 'Content-Length: 1048577')).toBe('413')
      expect(await askWith(port, 'Transfer-Encoding: chunked')).toBe('411')
      for (const size of ['-1', 'abc', '²'])
        expect(await askWith(port, `Content-Length: ${size}`)).toBe('400')
    } else expect(await send('POST', {}, 'x'.repeat(1024 * 1024 + 1))).toBe(413)
    const lines = [...handled, ...first.lines, ...again.lines].flatMap((text) => text.split('\n'))
    for (const one of [eventId, secondId, 'evt_waiting'])
      expect(lines.filter((line) => line.includes(one))).toEqual([
        expect.stringContaining('board.created'),
      ])
  },
)

test('the n8n node returns the event of a real delivery and refuses a changed one', async () => {
  const code = readSnippet('n8n', 'n8n code node')
  // As n8n runs it: the body of an async function with these variables.
  const AsyncFunction = Object.getPrototypeOf(async () => undefined)
    .constructor as FunctionConstructor // it takes the same parameters
  const node = new AsyncFunction('require', '$env', '$input', code)
  const run = (body: string, headers: object) =>
    node.call(
      { helpers: { getBinaryDataBuffer: async () => Buffer.from(body) } },
      createRequire(import.meta.url),
      { WEBHOOK_SECRET: secret },
      { first: () => ({ json: { headers } }) },
    ) as Promise<unknown>
  await register({ secret, events: ['board.created'] })
  const board = await createBoard('Zoë')
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  const { body, headers } = receiver.request(0)
  expect(await run(body, headers)).toMatchObject([
    { json: { event: 'board.created', data: { id: board.id, name: 'Zoë' } } },
  ])
  await expect(run(body.replace('Zoë', 'Zoé'), headers)).rejects.toThrow('not valid')
  await expect(run(body, {})).rejects.toThrow('not valid')
})

test.each([
  ['webhook-receiver', 'create-webhook.sh', { format: 'standard', events: ['*'] }],
  ['n8n', 'create-webhook.sh', { format: 'standard', events: ['post.created', 'contact.created'] }],
  ['slack', 'create-slack-webhook.sh', { format: 'slack', description: 'Slack: product news' }],
])('the request of %s.md creates a webhook', async (guide, name, expected) => {
  const { url } = receiver
  const env = { API_URL: await serve(service.app.handle), API_KEY: owner.key }
  const variables = { WEBHOOK_URL: url, SLACK_URL: url, WEBHOOK_SECRET: secret }
  const text = await runSnippet(guide, name, {
    folder: createFolder(),
    env: { ...env, ...variables },
  })
  const webhook = JSON.parse(text)
  expect(webhook).toMatchObject({ url, ...expected })
  if (guide !== 'slack') expect(webhook.secret).toBe(secret)
  const { body } = await owner.request('GET /webhooks')
  expect(body.data).toMatchObject([{ id: webhook.id }])
})

test('a secret that n8n.md creates is accepted', async () => {
  const made = await runSnippet('n8n', 'make-secret.sh', { folder: createFolder() })
  expect(await register({ secret: made })).toMatchObject({ secret: made })
})
