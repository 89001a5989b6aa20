import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { errorResponse, openPage, type Responses, textsOf } from '#web/test-page.tsx'

const buildEvent = (number: number) => ({
  id: `evt_${number}`,
  event: 'board.created' as const,
  created_at: '2025-11-24T14:00:00Z',
  data: { id: `brd_${number}`, name: `Board ${number}` } as object,
})

/** A stream that begins with one message and ends at once, unless it `stays`. */
const streamOf = (event: 'ready' | 'reset', { stays }: { stays: boolean }) =>
  new Response(
    new ReadableStream({
      start(controller) {
        const text = `id: evt_0\nretry: 10\nevent: ${event}\ndata: {}\n\n`
        controller.enqueue(new TextEncoder().encode(text))
        if (!stays) controller.close()
      },
    }),
  )
const openStream = () => streamOf('ready', { stays: true })

const openEvents = (responses: Responses) =>
  openPage(
    '/developers/events',
    { 'GET /events/stream': openStream, ...responses },
    { capabilities: ['events.stream'] },
  )

const pageOf = (numbers: readonly number[], next: string | null = null) => ({
  data: numbers.map(buildEvent) as never,
  paging: { next },
})
const button = (name: string) => page.getByRole('button', { name })
const rows = page.getByTestId('row')

test('a server without the change feed is named only once that is known', async () => {
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const me = {
    key: { id: 'key_1', name: 'Key', last4: 'test', scope: 'write' },
    workspace: { id: 'wsp_1', name: 'Test' },
    capabilities: [],
  }
  await openPage('/developers/events', {
    'GET /me': () => answered.then(() => Response.json(me)),
  })
  await expect.element(page.getByRole('group', { name: 'Loading events' })).toBeInTheDocument()
  const unavailable = page.getByRole('heading', { name: 'This server has no change feed' })
  expect(unavailable.elements()).toEqual([])
  answer()
  await expect.element(unavailable).toBeVisible()
})

test('a rejected stream says so and is opened again on demand', async () => {
  let isRejected = true
  await openEvents({
    'GET /events/stream': () => (isRejected ? errorResponse(403, 'forbidden') : openStream()),
  })
  await expect.element(page.getByText('Not live', { exact: true })).toBeVisible()
  isRejected = false
  await button('Try again').click()
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
  expect(button('Try again').elements()).toEqual([])
})

test('events that may be missing after a lost connection can be loaded', async () => {
  const streams = [
    () => streamOf('ready', { stays: false }),
    () => streamOf('reset', { stays: true }),
  ]
  await openEvents({
    'GET /events/stream': () => (streams.shift() ?? openStream)(),
    'GET /events': pageOf([1]),
  })
  const gap = page.getByText('events may be missing here')
  await expect.element(gap).toBeVisible()
  await button('Load missing events').click()
  await expect.element(rows).toHaveTextContent('Board 1')
  await expect.element(gap).not.toBeInTheDocument()
})

test('earlier events that were read stay when the reading is stopped, and go on', async () => {
  let answer: (response: Response) => void = () => undefined
  const { requests } = await openEvents({
    'GET /events': ({ input: { starting_after } }) => {
      if (starting_after === undefined) return pageOf([1, 2], 'second')
      if (starting_after === 'evt_2') return pageOf([3])
      return new Promise<Response>((resolve) => (answer = resolve))
    },
  })
  await button('Load earlier events').click()
  await expect.element(page.getByText('2 events read')).toBeVisible()
  await button('Stop').click()
  answer(Response.json(pageOf([9])))
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Stopped after the oldest 2 events' }))
    .toBeVisible()
  expect(textsOf(rows)).toEqual([
    expect.stringContaining('Board 2'),
    expect.stringContaining('Board 1'),
  ])
  await expect.element(button('Continue')).toHaveFocus()
  await button('Continue').click()
  await expect.element(page.getByText('3 events of the last 7 days')).toBeVisible()
  expect(textsOf(rows)[0]).toContain('Board 3')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(requests).toContain('GET /events?starting_after=evt_2')
})
