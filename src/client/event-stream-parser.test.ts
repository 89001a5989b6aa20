import type { EventSourceMessage } from 'eventsource-parser'
import { afterEach, expect, test, vi } from 'vitest'

import { followStream } from './event-stream.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** A `fetch` that answers every request with the next of these bodies, each as a list of chunks, then never. */
function streamFetch(...bodies: Uint8Array<ArrayBuffer>[][]) {
  return vi.fn(async () => {
    const chunks = bodies.shift()
    if (!chunks) return new Promise<Response>(() => undefined)
    return new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk)
          controller.close()
        },
      }),
    )
  })
}

/** The messages of one connection whose body arrives in these chunks. */
async function parse(...chunks: Uint8Array<ArrayBuffer>[]): Promise<EventSourceMessage[]> {
  const messages: EventSourceMessage[] = []
  const connection = new AbortController()
  await followStream({
    base_url: 'http://service.test/v1',
    key: 'k',
    signal: connection.signal,
    onEvent: (message) => messages.push(message),
    onLost: () => connection.abort(),
    fetch: streamFetch(chunks),
  })
  return messages
}

const everyByte = (text: string) => [...encode(text)].map((byte) => Uint8Array.of(byte))

const text =
  'id: evt_1\nevent: card.moved\ndata: {"a":"ü€😀"}\n\n: heartbeat\n\nevent: card.created\ndata: {}\n\n'
const messages = [
  { id: 'evt_1', event: 'card.moved', data: '{"a":"ü€😀"}' },
  { id: undefined, event: 'card.created', data: '{}' },
]

test('messages are parsed however the network splits them, comments are skipped', async () => {
  expect(await parse(encode(text))).toEqual(messages)
  expect(await parse(...everyByte(text))).toEqual(messages)
})

test('a message split within a multi-byte character is decoded whole', async () => {
  const bytes = encode('data: 😀\n\n')
  for (let at = 7; at < 10; at += 1) {
    expect(await parse(bytes.slice(0, at), bytes.slice(at))).toEqual([
      { id: undefined, event: undefined, data: '😀' },
    ])
  }
})

test('line ends may be CRLF, also when split over two chunks', async () => {
  const crlf = text.replaceAll('\n', '\r\n')
  expect(await parse(encode(crlf))).toEqual(messages)
  expect(await parse(...everyByte(crlf))).toEqual(messages)
  expect(await parse(encode('data: a\r'), encode('\ndata: b\r\n\r'), encode('\n'))).toEqual([
    { id: undefined, event: undefined, data: 'a\nb' },
  ])
})

test('a byte order mark before the first field is ignored', async () => {
  expect(await parse(encode(`\uFEFF${text}`))).toEqual(messages)
  expect(await parse(...everyByte(`\uFEFF${text}`))).toEqual(messages)
})

test('data lines are joined, and an incomplete message waits for its end', async () => {
  expect(await parse(encode('data: a\ndata: b\n\ndata: half'))).toEqual([
    { id: undefined, event: undefined, data: 'a\nb' },
  ])
})

afterEach(() => vi.useRealTimers())

test('retry: sets the first reconnection delay, back-off follows', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const fetch = streamFetch([encode('retry: 7000\nid: evt_1\ndata: {}\n\n')], [], [])
  const session = new AbortController()
  const options = { base_url: 'http://service.test/v1', key: 'k', signal: session.signal, fetch }
  void followStream({ ...options, onEvent: () => undefined })
  const requestsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return fetch.mock.calls.length
  }
  expect(await requestsAfter(6990)).toBe(1)
  expect(await requestsAfter(20)).toBe(2)
  // The second failure would wait 1 s by itself: never less than the server said.
  expect(await requestsAfter(6980)).toBe(2)
  expect(await requestsAfter(20)).toBe(3)
  session.abort()
})
