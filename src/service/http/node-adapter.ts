import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
}

/** Connects a request handler to Node's HTTP server. */
export function createRequestListener(
  handle: RequestHandler,
  { stallMs = 60_000, admit }: ListenerOptions = {},
): RequestListener {
  return (incoming, outgoing) => {
    latestResponses.set(incoming.socket, outgoing)
    const request = toHttpRequest(incoming)
    if (!request) {
      // A proxy may read what follows on this connection differently.
      outgoing.shouldKeepAlive = false
      return writeResponse(invalidTargetResponse(incoming), incoming, outgoing, stallMs)
    }
    if (admit) {
      const leave = admit(request)
      if (!leave)
        return writeResponse(
          tooManyAtOnce(request.headers['x-request-id']),
          incoming,
          outgoing,
          stallMs,
        )
      onceClosed(incoming.socket, outgoing, leave)
    }
    handle(request)
      .then((response) => compressResponse(request, response))
      .then((response) => writeResponse(response, incoming, outgoing, stallMs))
      .catch(() => outgoing.destroy())
  }
}

/** A response queued behind another one on its connection emits no 'close' event; the socket does. */
function onceClosed(socket: Socket, outgoing: ServerResponse, callback: () => void) {
  let isClosed = false
  const close = () => {
    // The socket's event emits that of the response, and goes on with the listeners that it had.
    if (isClosed) return
    isClosed = true
    outgoing.off('close', close)
    socket.off('close', close)
    callback()
  }
  outgoing.on('close', close)
  socket.on('close', close)
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
  const cancel = () => void reader.cancel().catch(() => undefined)
  // A response queued behind another one on its connection emits no 'close' event; the socket does.
  if (socket.destroyed) cancel()
  socket.on('close', cancel)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await waitForDrain(outgoing, stallMs)
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  } finally {
    socket.off('close', cancel)
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
