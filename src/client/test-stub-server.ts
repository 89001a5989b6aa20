import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly line: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

export type RequestHandler = (request: ReceivedRequest, response: ServerResponse) => unknown

/** An API server on loopback whose responses the test decides; `stop` closes it. */
export async function startStubServer(handle: RequestHandler) {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const line = `${incoming.method} ${(incoming.url ?? '').replace(/^\/v1/, '')}`
      const request = { line, headers: incoming.headers, body: text ? JSON.parse(text) : undefined }
      requests.push(request)
      await handle(request, response)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    requests,
    requestLines: () => requests.map(({ line }) => line),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function respondJson(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export const errorBody = (code: string, message = 'No.') => ({ error: { code, message } })

/** A promise that the test resolves. */
export function createGate() {
  let open = () => {}
  const whenOpen = new Promise<void>((resolve) => (open = resolve))
  return { whenOpen, open: () => open() }
}
