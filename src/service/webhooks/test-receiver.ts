import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The exact bytes. */
  readonly body: string
}

export interface Receiver {
  url: string
  readonly requests: readonly ReceivedRequest[]
  answer: Answer
  readonly request: (at: number) => ReceivedRequest
  // Tests read bodies untyped.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly bodies: () => any[]
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/** A receiver of webhooks on this machine, for one test. It answers 204 until another answer is set. */
export async function startReceiver(target: object = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  const receiver = Object.assign(target, {
    url: '',
    requests,
    answer: ((response) => response.writeHead(204).end()) as Answer,
    request(at: number): ReceivedRequest {
      const request = requests[at]
      if (!request) throw new Error(`${requests.length} requests arrived.`)
      return request
    },
    bodies: () => requests.map(({ body }) => JSON.parse(body)),
  })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const received = { path: request.url ?? '', headers: request.headers, body }
      requests.push(received)
      receiver.answer(response, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address with one.
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
  return receiver
}

/** Answers with this status. */
export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body)
