import { type Server, createServer } from 'node:http'
import type { Socket } from 'node:net'

import type { Handle } from './asked.ts'
import { misread } from './failures.ts'
import { listenerOf } from './over-http.ts'

// Slow clients: this long for the headers, and for the whole request.
const headersMs = 10_000
const requestMs = 30_000
const connectionsPerAddress = 512

export interface Listening {
  readonly port: number
  /** Stops accepting, lets requests finish for at most `graceMs`, then ends the rest. */
  close(graceMs: number): Promise<void>
}

/** Serves the app over HTTP. Port 0 takes any free one. Rejects when the port is taken. */
export async function listen(
  { handle }: { readonly handle: Handle },
  host: string,
  port: number,
): Promise<Listening> {
  // A request without a host is refused by the handler, in the envelope.
  const server = createServer({ requireHostHeader: false }, listenerOf(handle))
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  server.keepAliveTimeout = 65_000
  server.on('clientError', answerUnparsable)
  capConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: (graceMs) => close(server, graceMs),
  }
}

/** What Node could not read as HTTP is answered in the same envelope as everything else. */
function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const large = error.code === 'HPE_HEADER_OVERFLOW'
  const status = slow
    ? '408 Request Timeout'
    : large
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request'
  const message = slow
    ? 'The request took too long to arrive.'
    : large
      ? 'The address or the headers are too long.'
      : 'This is not a valid HTTP request.'
  const body = misread(message)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function capConnections(server: Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > connectionsPerAddress) socket.destroy()
  })
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
