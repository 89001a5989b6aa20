import { STATUS_CODES, type Server, type ServerResponse, createServer } from 'node:http'
import { type Socket, createServer as createTcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { clientAddress } from '#service/http/policy/authentication.ts'
import { malformedRequest } from './error-response.ts'
import type { HttpRequest, HttpResponse, RequestHandler } from './http-message.ts'
import { createRequestListener, latestResponseOn, refusedBodyGraceMs } from './node-adapter.ts'

// Time limits for slow clients: for the headers, and for the whole request.
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
// A request that is on its way when its connection is closed would be reset. Clients of busy connections send the next
// one sooner than this, and learn from its response that the connection closes.
const quietMs = 500
const defaultLimits = { perClient: 512, connections: 4096 }

export interface RunningServer {
  readonly port: number
  /**
   * From now on every response closes its connection. Then stops accepting, closes idle connections and lets requests
   * finish; after `graceMs` in all, the rest is disconnected.
   */
  close(graceMs: number): Promise<void>
}

interface ListenOptions {
  readonly stallMs?: number
  /** A connection that sends nothing for so long after it was opened is closed. */
  readonly silentMs?: number
  /** The number of trusted proxies in front of the service. */
  readonly trustProxy?: number
  readonly limits?: {
    /** Connections of an address; behind a proxy, whose connections carry many clients, requests at a time of a client. */
    readonly perClient: number
    /** In all. */
    readonly connections: number
  }
}

/** Serves the app over HTTP. Port 0 picks a free port. Rejects when the port is in use. */
export async function listen(
  { handle }: { readonly handle: RequestHandler },
  host: string,
  port: number,
  { stallMs, silentMs = 60_000, trustProxy = 0, limits = defaultLimits }: ListenOptions = {},
): Promise<RunningServer> {
  const admit = trustProxy > 0 ? createClientLimit(trustProxy, limits.perClient) : undefined
  const listener = createRequestListener(handle, { stallMs, admit })
  // The adapter rejects a request without a Host header itself, with an error envelope.
  const server = createServer({ requireHostHeader: false }, listener)
  // Without this listener, Node rejects unknown `Expect` values without an error envelope.
  server.on('checkExpectation', listener)
  server.headersTimeout = headersTimeoutMs
  server.requestTimeout = requestTimeoutMs
  server.keepAliveTimeout = 65_000
  server.on('clientError', handleClientError)
  const drain = createDrain(server)
  closeSilent(server, silentMs)
  server.maxConnections = limits.connections
  if (trustProxy === 0) limitConnections(server, limits.perClient)
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
    close: (graceMs) => close(server, drain, graceMs),
  }
}

function limitConnections(server: Server, limit: number): void {
  const enter = createCounter(limit)
  server.on('connection', (socket: Socket) => {
    const leave = enter(socket.remoteAddress ?? '')
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}

/** Of thousands of connections that are opened at once, the time limits of Node leave some open for good. */
function closeSilent(server: Server, silentMs: number): void {
  server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, silentMs).unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

const healthPaths = new Set(['/healthz', '/readyz'])

/** Limits the requests and streams of each client at a time. */
function createClientLimit(trustProxy: number, limit: number) {
  const enter = createCounter(limit)
  // Health checks come from beside the proxy, often with the address of many others.
  return (request: HttpRequest) =>
    healthPaths.has(request.path) ? () => undefined : enter(clientAddress(request, trustProxy))
}

/** Counts what each name has open. Returns the function that ends one, or undefined at the limit. */
function createCounter(limit: number) {
  const counts = new Map<string, number>()
  return (name: string): (() => void) | undefined => {
    const count = counts.get(name) ?? 0
    if (count >= limit) return undefined
    counts.set(name, count + 1)
    return () => {
      const remaining = (counts.get(name) ?? 1) - 1
      if (remaining > 0) counts.set(name, remaining)
      else counts.delete(name)
    }
  }
}

interface Drain {
  /** From now on every response says `Connection: close`. */
  begin(): void
  /** Closes what clients opened in advance: to Node, such a connection is not idle but about to send a request. */
  closeUnused(): void
}

function createDrain(server: Server): Drain {
  const pending = new Set<ServerResponse>()
  const unused = new Set<Socket>()
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.prependListener('request', (incoming, outgoing) => {
    unused.delete(incoming.socket)
    if (isDraining) outgoing.shouldKeepAlive = false
    pending.add(outgoing)
    outgoing.once('close', () => {
      pending.delete(outgoing)
      // Its headers were sent before, so that its client may use the connection again.
      if (isDraining && outgoing.shouldKeepAlive)
        setTimeout(() => server.closeIdleConnections(), quietMs).unref()
    })
  })
  return {
    begin() {
      isDraining = true
      for (const outgoing of pending) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
    },
    closeUnused() {
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

async function close(server: Server, drain: Drain, graceMs: number): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), graceMs)
  drain.begin()
  const connections = await promisify(server.getConnections.bind(server))()
  if (connections > 0) await sleep(Math.min(quietMs, graceMs))
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  drain.closeUnused()
  await closed
  clearTimeout(force)
}

/** Responds to bytes that Node cannot parse as HTTP, with the usual error envelope. */
function handleClientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const latest = latestResponseOn(socket)
  if (latest && !canRespondAfter(latest)) {
    latest.shouldKeepAlive = false
    return
  }
  socket.end(serializeResponse(clientErrorResponse(code)))
  // A client that keeps the connection open after reading the response is disconnected.
  const timer = setTimeout(() => socket.destroy(), refusedBodyGraceMs).unref()
  socket.on('close', () => clearTimeout(timer))
}

/** False while a response is pending or being written, and after one sent before its request had ended. */
const canRespondAfter = ({ headersSent, writableFinished, req }: ServerResponse): boolean =>
  headersSent ? writableFinished && req.complete : !req.complete

function clientErrorResponse(code: string | undefined): HttpResponse {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return malformedRequest('The request took too long to arrive.', 408)
  if (code === 'HPE_HEADER_OVERFLOW')
    return malformedRequest('The URL or the headers are too long.', 431)
  return malformedRequest('Invalid HTTP request.', 400)
}

/** The response as raw HTTP: for bytes that are no request there is no `ServerResponse`. */
function serializeResponse({ status, headers, body }: HttpResponse): string {
  const text = typeof body === 'string' ? body : ''
  const length = String(Buffer.byteLength(text))
  const fields = [...headers, 'Content-Length', length, 'Connection', 'close']
  const lines = fields.map((field, index) => (index % 2 === 0 ? `${field}: ` : `${field}\r\n`))
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}

/** Rejects when the port cannot be used. Called before the first start prints an API key nobody would see. */
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
    ? `Port ${port} is in use. Set PORT to another one.`
    : `Cannot listen on this address: ${message}`
