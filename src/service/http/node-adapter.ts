import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { httpLimits } from '#contract/http-limits.rules.ts'
import { compressResponse } from './compression.ts'
import { malformedRequest, tooManyAtOnce } from './error-response.ts'
import type { HttpResponse, HttpRequest, RequestHandler } from './http-message.ts'

type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const latestResponses = new WeakMap<Socket, ServerResponse>()

/** The response to the latest request that was read on this connection. */
export const latestResponseOn = (socket: Socket) => latestResponses.get(socket)

interface ListenerOptions {
  /** A client that accepts nothing for so long is disconnected. */
  readonly stallMs?: number | undefined
  /** Returns what to call when the response has ended, or undefined to refuse the request. */
  readonly admit?: ((request: HttpRequest) => (() => void) | undefined) | undefined
  /** Called when a connection is closed because too many of its requests wait. */
  readonly onFlood?: ((peer: string) => void) | undefined
}

/** Connects a request handler to Node's HTTP server. */
export function createRequestListener(
  handle: RequestHandler,
  { stallMs = 60_000, admit, onFlood }: ListenerOptions = {},
): RequestListener {
  return (incoming, outgoing) => {
    const { socket } = incoming
    // Node goes on with the bytes that it read together with the request for which the connection was closed.
    if (socket.destroyed) return
    latestResponses.set(socket, outgoing)
    if (trackResponse(socket, outgoing) > httpLimits.pipelined) {
      onFlood?.(socket.remoteAddress ?? '')
      socket.destroy()
      return
    }
    const request = toHttpRequest(incoming)
    if (!request) {
      // A proxy may read what follows on this connection differently.
      outgoing.shouldKeepAlive = false
      return writeResponse(invalidTargetResponse(incoming), incoming, outgoing, stallMs)
    }
    const leave = admit ? admit(request) : () => undefined
    if (leave) onceClosed(socket, outgoing, leave)
    handle(request, leave ? undefined : tooManyAtOnce())
      .then((response) => compressResponse(request, response))
      .then((response) => writeResponse(response, incoming, outgoing, stallMs))
      .catch(() => outgoing.destroy())
  }
}

/** The responses of each connection that are not closed, with what to call then. */
const openResponses = new WeakMap<Socket, Map<ServerResponse, (() => void)[]>>()

/** Returns how many responses of the connection are not closed, this one included. */
export function trackResponse(socket: Socket, outgoing: ServerResponse): number {
  const open = openResponses.get(socket) ?? new Map<ServerResponse, (() => void)[]>()
  const close = (response: ServerResponse) => {
    const callbacks = open.get(response)
    open.delete(response)
    callbacks?.forEach((callback) => callback())
  }
  if (!openResponses.has(socket)) {
    openResponses.set(socket, open)
    // A response queued behind another one on its connection emits no 'close' event; the socket does.
    socket.once('close', () => [...open.keys()].forEach(close))
  }
  if (!open.has(outgoing)) {
    open.set(outgoing, [])
    outgoing.once('close', () => close(outgoing))
  }
  return open.size
}

/** Whether a request of this connection waits for its response, or for the end of it. */
export const hasOpenResponse = (socket: Socket): boolean =>
  (openResponses.get(socket)?.size ?? 0) > 0

/** Calls back at once when the response is closed already. It has been tracked from its request on. */
export function onceClosed(socket: Socket, outgoing: ServerResponse, callback: () => void): void {
  const callbacks = openResponses.get(socket)?.get(outgoing)
  if (callbacks) callbacks.push(callback)
  else callback()
}

/** Well-formed HTTP, but with an invalid Host header or request target. */
const invalidTargetResponse = ({ headers }: IncomingMessage): HttpResponse =>
  malformedRequest(
    'The Host header or the URL of this request is invalid.',
    400,
    headers['x-request-id']?.toString(),
  )

function toHttpRequest(incoming: IncomingMessage): HttpRequest | undefined {
  const { method = 'GET', url = '/', headers } = incoming
  const target = parseTarget(url)
  if (!target || countHosts(incoming.rawHeaders) > 1) return undefined
  const host = target.host ?? headers.host ?? (isPlainProbe(incoming, target) ? 'localhost' : '')
  if (!isValidHost(host)) return undefined
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return {
    method,
    path: target.path,
    search: target.search,
    // Of all request headers only `set-cookie` is an array, and nothing reads it.
    headers: headers as HttpRequest['headers'],
    origin: `http://${host}`,
    peer: incoming.socket.remoteAddress ?? '',
    body: hasBody ? (limit) => readBytes(incoming, limit) : undefined,
  }
}

/** Node keeps the first of several Host headers; a proxy may route by another (RFC 9112, 3.2). */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') count += 1
  return count
}

/** Health checks of load balancers in HTTP/1.0, which knows no Host header. */
const isPlainProbe = ({ httpVersion }: IncomingMessage, { path }: RequestTarget): boolean =>
  httpVersion === '1.0' && (path === '/healthz' || path === '/readyz')

const readBytes = (incoming: IncomingMessage, limit: number) =>
  new Promise<Uint8Array | undefined>((resolve, reject) => {
    const rejectIncomplete = () => reject(new Error('The body ended before it was complete.'))
    // The client disconnected before the handler read the body: no event follows.
    if (incoming.destroyed) return rejectIncomplete()
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) resolve(undefined)
      else chunks.push(chunk)
    })
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    incoming.on('error', reject)
    incoming.on('close', rejectIncomplete)
  })

function writeResponse(
  { status, headers, body }: HttpResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  stallMs: number,
) {
  if (!incoming.complete) drainBody(incoming)
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    outgoing.flushHeaders()
    void pipeBody(body, incoming.socket, outgoing, stallMs)
    return
  }
  if (body === null) {
    outgoing.writeHead(status, headers).end()
    return
  }
  headers.push('Content-Length', String(Buffer.byteLength(body)))
  outgoing.writeHead(status, headers)
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

export const refusedBodyGraceMs = 500

/** Discards the rest of a refused body, so that the client can read the response before it is disconnected. */
function drainBody(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.socket.destroy(), refusedBodyGraceMs).unref()
  incoming.on('close', () => clearTimeout(timer))
  incoming.resume()
}

/** Ends when the stream ends or the client disconnects. */
async function pipeBody(
  body: ReadableStream<Uint8Array>,
  socket: Socket,
  outgoing: ServerResponse,
  stallMs: number,
): Promise<void> {
  const reader = body.getReader()
  onceClosed(socket, outgoing, () => void reader.cancel().catch(() => undefined))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await waitForDrain(outgoing, stallMs)
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

const waitForDrain = (outgoing: ServerResponse, stallMs: number) =>
  new Promise<void>((resolve) => {
    // Without a listener, Node destroys the connection at this time, unless some bytes were accepted meanwhile.
    outgoing.setTimeout(stallMs)
    const resume = () => {
      outgoing.setTimeout(0)
      outgoing.off('drain', resume).off('close', resume)
      resolve()
    }
    outgoing.on('drain', resume).on('close', resume)
  })

interface RequestTarget {
  readonly path: string
  readonly search: string
  /** Of a request target in absolute form, as proxies send it. */
  readonly host?: string
}

/** The target of the request line; undefined when it is invalid. */
function parseTarget(url: string): RequestTarget | undefined {
  if (!url.startsWith('/')) return parseAbsoluteTarget(url)
  const query = url.indexOf('?')
  return query < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, query), search: url.slice(query) }
}

function parseAbsoluteTarget(url: string): RequestTarget | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined
  const { host, pathname, search } = new URL(url)
  return { path: pathname, search, host }
}

/** A host name or an IP address, optionally with a port. */
const isValidHost = (host: string): boolean =>
  /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
