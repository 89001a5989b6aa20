import { type Socket, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'

import { type Listening, listen } from './server.ts'

let server: Listening
afterEach(() => server.close(0))

/** Serves answers without end to these bytes, and begins them once the asking socket is gone. */
async function leftBefore(bytes: string): Promise<{ begun: number; ended: number }> {
  const seen = { begun: 0, ended: 0 }
  let socket: Socket | undefined
  const isGone = new Promise<void>((gone) => {
    const handle = async () => {
      if (++seen.begun < bytes.split('GET').length - 1) await isGone
      else {
        socket?.once('close', () => setTimeout(gone, 20)).resetAndDestroy()
        await isGone
      }
      const body = new ReadableStream<Uint8Array>({
        start: (sink) => sink.enqueue(new Uint8Array(10)),
        cancel: () => void seen.ended++,
      })
      return { status: 200, headers: [], body }
    }
    void listen({ handle }, '127.0.0.1', 0).then((listening) => {
      server = listening
      socket = connect(server.port, '127.0.0.1')
      socket.write(bytes)
    })
  })
  await isGone
  return seen
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test.each([
  ['alone', request],
  ['behind others on its connection', request.repeat(3)],
])('an answer without end is ended when its reader left before it began: %s', async (_, bytes) => {
  const seen = await leftBefore(bytes)
  await expect.poll(() => seen.ended).toBe(seen.begun)
})

test('who sends what nobody can read, reads why and keeps the line open, is hung up on', async () => {
  const handle = () => Promise.reject(new Error('Nobody asks.'))
  const listening = await listen({ handle }, '127.0.0.1', 0)
  server = listening
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.write('BLAH\r\n\r\n')
  await new Promise((ended) => socket.on('end', ended).resume())
  // Ends by itself as soon as the last connection is gone, long before its grace does.
  await listening.close(60_000)
})
