import { STATUS_CODES, type Server, type ServerResponse, createServer } from 'node:http'
import { type Socket, createServer as createTcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { httpLimits } from '#contract/http-limits.rules.ts'
import { clientAddress } from '#service/http/policy/authentication.ts'
import { clientNetwork } from '#service/http/policy/client-network.rules.ts'
import type { Log } from '#service/log.ts'
import { malformedRequest } from './error-response.ts'
import type { HttpRequest, HttpResponse, RequestHandler } from './http-message.ts'
import {
  createRequestListener,
  hasOpenResponse,
  latestResponseOn,
  onceClosed,
  refusedBodyGraceMs,
  trackResponse,
} from './node-adapter.ts'

// Time limits for slow clients: for the headers, and for the whole request.
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
// A request that is on its way when its connection is closed would be reset. Clients of busy connections send the next
// one sooner than this, and learn from its response that the connection closes.
const quietMs = 500

export interface RunningServer {
  readonly port: number
  /**
   * From now on every response closes its connection. Then stops accepting, closes idle connections and lets requests
   * finish; after `graceMs` in all, the rest is disconnected.
   */
  close(graceMs: number): Promise<void>
}

interface ListenOptions {
  readonly log?: Log
  readonly stallMs?: number
  /** A connection that sends nothing for so long after it was opened is closed. */
  readonly silentMs?: number
  /** The number of trusted proxies in front of the service. */
  readonly trustProxy?: number
  readonly limits?: Readonly<Record<'perClient' | 'connections', number>>
}

/** Serves the app over HTTP. Port 0 picks a free port. Rejects when the port is in use. */
export async function listen(
  { handle }: { readonly handle: RequestHandler },
  host: string,
  port: number,
  {
    log = () => undefined,
    stallMs,
    silentMs = httpLimits.silentSeconds * 1000,
    trustProxy = 0,
    limits = httpLimits,
  }: ListenOptions = {},
): Promise<RunningServer> {
  const report = createLimitLog(log)
  const admit = trustProxy > 0 ? createClientLimit(trustProxy, limits.perClient, report) : undefined
  const onFlood = (peer: string) => report('requests_of_connection', peer)
  const listener = createRequestListener(handle, { stallMs, admit, onFlood })
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
  server.on('drop', (connection) => report('connections', connection?.remoteAddress))
  if (trustProxy === 0) limitConnections(server, limits.perClient, report)
  closeIdleAbove(server, 0.9 * limits.connections)
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

type ReportLimit = (
  limit: 'requests_of_client' | 'requests_of_connection' | 'connections_of_client' | 'connections',
  client?: string,
) => void

/** A burst ends when nothing has exceeded its limit for so long. */
const burstQuietMs = 60_000
/** A burst that lasts is logged again after so long: other clients may exceed the limit by then. */
const burstLineMs = 3_600_000

/** One line when a burst begins, and one for each hour of it, with the number of refusals since the line before. */
function createLimitLog(log: Log): ReportLimit {
  const bursts = new Map<string, { endsAt: number; nextLineAt: number; refusals: number }>()
  return (limit, client) => {
    const now = performance.now()
    const burst = bursts.get(limit) ?? { endsAt: 0, nextLineAt: 0, refusals: 0 }
    bursts.set(limit, burst)
    burst.refusals += 1
    if (now >= Math.min(burst.endsAt, burst.nextLineAt)) {
      const { refusals } = burst
      // An address has 45 characters at most; what a client forges behind a proxy may have more.
      log('warn', 'limit_exceeded', { limit, client: client?.slice(0, 45), refusals })
      burst.nextLineAt = now + burstLineMs
      burst.refusals = 0
    }
    burst.endsAt = now + burstQuietMs
  }
}

function limitConnections(server: Server, limit: number, report: ReportLimit): void {
  const enter = createCounter(limit)
  server.on('connection', (socket: Socket) => {
    const client = socket.remoteAddress ?? ''
    const leave = enter(clientNetwork(client))
    if (leave) return void socket.once('close', leave)
    report('connections_of_client', client)
    socket.destroy()
  })
}

/**
 * Makes room for new clients and health checks before the server refuses connections: closes those that are idle for
 * longest. What was used within `quietMs` stays open, because the next request may be on its way.
 */
function closeIdleAbove(server: Server, limit: number): void {
  let count = 0
  let isScheduled = false
  // In the order in which they became idle, with what they had sent by then.
  const idle = new Map<Socket, { since: number; bytesRead: number }>()

  function closeLongestIdle(): void {
    isScheduled = false
    let excess = count - limit
    const until = performance.now() - quietMs
    for (const [socket, { since, bytesRead }] of idle) {
      if (excess <= 0 || since >= until) return
      // The headers of its next request are arriving.
      if (socket.bytesRead > bytesRead) continue
      excess -= 1
      socket.destroy()
    }
  }

  const makeRoom = () => {
    if (count <= limit || isScheduled) return
    isScheduled = true
    // By then, what the system received before together with this connection is read.
    setImmediate(closeLongestIdle)
  }

  server.on('connection', (socket: Socket) => {
    if (socket.destroyed) return // its client has too many
    count += 1
    socket.once('close', () => {
      count -= 1
      idle.delete(socket)
    })
    makeRoom()
  })
  // None was idle for long enough when the last ones were accepted.
  server.on('drop', makeRoom)
  server.prependListener('request', ({ socket }, outgoing) => {
    idle.delete(socket)
    trackResponse(socket, outgoing)
    onceClosed(socket, outgoing, () => {
      if (socket.destroyed || hasOpenResponse(socket)) return
      idle.set(socket, { since: performance.now(), bytesRead: socket.bytesRead })
    })
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
function createClientLimit(trustProxy: number, limit: number, report: ReportLimit) {
  const enter = createCounter(limit)
  return (request: HttpRequest) => {
    // Health checks come from beside the proxy, often with the address of many others.
    if (healthPaths.has(request.path)) return () => undefined
    const client = clientAddress(request, trustProxy)
    const leave = enter(clientNetwork(client))
    if (!leave) report('requests_of_client', client)
    return leave
  }
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
    trackResponse(incoming.socket, outgoing)
    onceClosed(incoming.socket, outgoing, () => {
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
