import { createRequire } from 'node:module'
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

test.for(receivers)(
  'the %s receiver accepts real deliveries, each once, and nothing forged',
  { timeout: 120_000 },
  async ([, file, program, worker], { skip }) => {
    const reason = missingProgram(program)
    skip(reason !== undefined, reason)
    const folder = createFolder()
    const port = await findFreePort()
    const options = program === 'php' ? ['-S', `127.0.0.1:${port}`] : []
    const start = () =>
      startSnippet('webhook-receiver', file, {
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
    const board = await createBoard('One')
    await untilHandled(first, board.id)
    await expect
      .poll(async () => (await readDeliveries(webhook.id))[0]?.last_attempt?.http_status, patience)
      .toBe(204)

    const [{ id }] = await readDeliveries(webhook.id)
    const delivery = (await owner.request(`GET /webhooks/${webhook.id}/deliveries/${id}`)).body
    const { request_body: body, attempts } = delivery
    const headers = attempts[0].request_headers
    expect(await send('POST', headers, body.replace('One', 'Onf'))).toBe(401)
    expect(await send('POST', {}, body)).toBe(401)
    // A second delivery of the same event.
    expect(await send('POST', headers, body)).toBe(204)

    // Its secret is the previous one now.
    await owner.create(`POST /webhooks/${webhook.id}/rotate-secret`, { overlap_hours: 24 })
    const second = await createBoard('Two')
    await untilHandled(first, second.id)
    await first.kill()

    const again = start()
    await untilUp()
    expect(await send('POST', headers, body)).toBe(204)
    const third = await createBoard('Three')
    await untilHandled(again, third.id)
    const lines = [...handled, ...first.lines, ...again.lines].flatMap((text) => text.split('\n'))
    for (const one of [board, second, third])
      expect(lines.filter((line) => line.includes(one.id))).toEqual([
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
