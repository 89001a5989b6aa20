import { type Server, createServer } from 'node:http'
import { type Socket, createServer as createTcpServer } from 'node:net'

import type { RequestHandler } from './http-message.ts'
import { handleClientError } from './malformed-request.ts'
import { createRequestListener } from './node-adapter.ts'

// Slow clients: this long for the headers, and for the whole request.
const headersMs = 10_000
const requestMs = 30_000
const connectionsPerAddress = 512

export interface RunningServer {
  readonly port: number
  /** Stops accepting, lets requests finish for at most `graceMs`, then ends the rest. */
  close(graceMs: number): Promise<void>
}

/** Serves the app over HTTP. Port 0 takes any free one. Rejects when the port is taken. */
export async function listen(
  { handle }: { readonly handle: RequestHandler },
  host: string,
  port: number,
): Promise<RunningServer> {
  // A request without a host is refused by the handler, in the envelope.
  const listener = createRequestListener(handle)
  const server = createServer({ requireHostHeader: false }, listener)
  // What one may expect beside 100-continue is for others to keep. Unheard, it would be refused without the envelope.
  server.on('checkExpectation', listener)
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  server.keepAliveTimeout = 65_000
  server.on('clientError', handleClientError)
  limitConnections(server)
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

function limitConnections(server: Server): void {
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

/** Rejects when nothing can listen there: asked before anything is made, so that a key is not made for nobody to see. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const server = createTcpServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(describeListenError(error, port))),
    )
    server.listen({ host, port, exclusive: true }, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}

const describeListenError = ({ code, message }: NodeJS.ErrnoException, port: number): string =>
  code === 'EADDRINUSE'
    ? `Port ${port} is in use by another program. Set PORT to another one.`
    : `This address cannot be listened on: ${message}`
