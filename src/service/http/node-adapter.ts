import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { malformedRequest } from './error-response.ts'
import type { HttpResponse, HttpRequest, RequestHandler } from './http-message.ts'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const latestResponses = new WeakMap<Socket, ServerResponse>()

/** To the latest request that was read on this connection. */
export const latestResponseOn = (socket: Socket) => latestResponses.get(socket)

/** The way in from the network. */
export function createRequestListener(handle: RequestHandler): Listener {
  return (incoming, outgoing) => {
    latestResponses.set(incoming.socket, outgoing)
    const request = toHttpRequest(incoming)
    if (!request) return writeResponse(unreadableRequest(incoming), incoming, outgoing)
    handle(request)
      .then((answer) => writeResponse(answer, incoming, outgoing))
      .catch(() => outgoing.destroy())
  }
}

/** HTTP by its form, but with a host or an address that means nothing. */
const unreadableRequest = ({ headers }: IncomingMessage): HttpResponse =>
  malformedRequest(
    'The host or the address of this request cannot be read.',
    400,
    headers['x-request-id']?.toString(),
  )

function toHttpRequest(incoming: IncomingMessage): HttpRequest | undefined {
  const { method = 'GET', url = '/', headers } = incoming
  const target = parseTarget(url)
  const host = target?.host ?? headers.host
  if (!target || host === undefined || !isValidHost(host)) return undefined
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return {
    method,
    path: target.path,
    search: target.search,
    // Of the headers of a request only cookies come as a list, and nobody here reads cookies.
    headers: headers as HttpRequest['headers'],
    origin: `http://${host}`,
    peer: incoming.socket.remoteAddress ?? '',
    body: hasBody ? (limit) => readBytes(incoming, limit) : undefined,
  }
}

const readBytes = (incoming: IncomingMessage, limit: number) =>
  new Promise<Uint8Array | undefined>((resolve, reject) => {
    const broken = () => reject(new Error('The body ended before it was complete.'))
    // Its sender left before anybody asked for it, so nothing more is heard of it.
    if (incoming.destroyed) return broken()
    const parts: Buffer[] = []
    let size = 0
    incoming.on('data', (part: Buffer) => {
      size += part.length
      if (size > limit) resolve(undefined)
      else parts.push(part)
    })
    incoming.on('end', () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts)))
    incoming.on('error', reject)
    incoming.on('close', broken)
  })

function writeResponse(
  { status, headers, body }: HttpResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  if (!incoming.complete) drainBody(incoming)
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    outgoing.flushHeaders()
    void pipeBody(body, incoming.socket, outgoing)
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

/** What is left of a body that was refused: its sender gets to read why, and is then hung up on. */
function drainBody(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.socket.destroy(), refusedBodyGraceMs).unref()
  incoming.on('close', () => clearTimeout(timer))
  incoming.resume()
}

/** Ends with the stream, or with the reader. */
async function pipeBody(
  body: ReadableStream<Uint8Array>,
  socket: Socket,
  outgoing: ServerResponse,
): Promise<void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  // An answer that waits behind another on its connection is not told that the connection closed.
  if (socket.destroyed) cancel()
  socket.on('close', cancel)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await waitForDrain(outgoing)
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  } finally {
    socket.off('close', cancel)
  }
}

const waitForDrain = (outgoing: ServerResponse) =>
  new Promise<void>((resolve) => {
    const resume = () => {
      outgoing.off('drain', resume).off('close', resume)
      resolve()
    }
    outgoing.on('drain', resume).on('close', resume)
  })

interface RequestTarget {
  readonly path: string
  readonly search: string
  /** Named by the address itself, as proxies write it. */
  readonly host?: string
}

/** The second word of a request. Undefined when it names nothing. */
export function parseTarget(url: string): RequestTarget | undefined {
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

/** A name or an address, and maybe a port. */
export const isValidHost = (host: string): boolean =>
  /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
