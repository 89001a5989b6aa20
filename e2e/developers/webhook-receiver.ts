import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders
  /** The exact bytes, as text. */
  readonly body: string
}

/** A receiver of webhooks on this machine. It answers with `status`, and with text. */
export async function startReceiver() {
  const requests: ReceivedRequest[] = []
  const receiver = { url: '', status: 200, requests, close: () => undefined as void }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(receiver.status, { 'content-type': 'text/plain' }).end('Thanks')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  receiver.url = `http://127.0.0.1:${port}/in`
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}
