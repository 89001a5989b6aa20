import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the other end saw it. */
export interface Seen {
  readonly line: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

export type Answer = (seen: Seen, response: ServerResponse) => unknown

/** A service somebody else wrote, on loopback: the test decides what it answers. Gone at the end of the `using` block. */
export async function foreignService(answer: Answer) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const line = `${request.method} ${(request.url ?? '').replace(/^\/v1/, '')}`
      const one = { line, headers: request.headers, body: text ? JSON.parse(text) : undefined }
      seen.push(one)
      await answer(one, response)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    seen,
    lines: () => seen.map(({ line }) => line),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export const refusal = (code: string, message = 'No.') => ({ error: { code, message } })

/** Something a test lets happen when it wants. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
