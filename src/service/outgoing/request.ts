import type { LookupAddress } from 'node:dns'
import {
  Agent as HttpAgent,
  type ClientRequest,
  type ClientRequestArgs,
  type IncomingMessage,
  request as requestHttp,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import {
  Agent as HttpsAgent,
  type RequestOptions as TlsRequestOptions,
  request as requestHttps,
} from 'node:https'
import { type TcpSocketConnectOpts, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

import { type Lookup, lookupAddresses, resolveHost } from './resolve-target.ts'
import { type TargetPolicy, hostOf, judgeAddresses, judgeTarget } from './targets.rules.ts'

export interface OutgoingRequest extends TargetPolicy {
  readonly url: string
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Ends the request, for example when the service stops. */
  readonly signal?: AbortSignal
  /** From the lookup of the name to the last byte of the response headers. */
  readonly deadlineMs?: number
  readonly lookup?: Lookup
  /** Requests of one owner may follow each other on a connection. Without one, the connection is closed. */
  readonly owner?: string
  /** Trusted instead of the authorities of the system: certificates in PEM. */
  readonly ca?: string
}

interface OutgoingResponse {
  readonly kind: 'response'
  /** A redirect is not followed; its target is `headers.location`. */
  readonly status: number
  /** Names in lower case, at most 8 KiB in all. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** More of the body exists, or was announced, than `body` has. */
  readonly isTruncated: boolean
  /** Until the headers were complete. */
  readonly ms: number
  readonly address: string
}

type FailureReason =
  | 'dns'
  | 'address_not_allowed'
  | 'refused'
  | 'reset'
  | 'certificate'
  | 'timeout'
  | 'protocol'
  | 'aborted'
  | 'network'

interface OutgoingFailure {
  readonly kind: 'failure'
  readonly reason: FailureReason
  /** A sentence for the owner of the target, without names and addresses of this network. */
  readonly message: string
  readonly ms: number
  /** Where the connection was tried. */
  readonly address?: string
}

export type OutgoingResult = OutgoingResponse | OutgoingFailure

type Addresses = readonly [LookupAddress, ...LookupAddress[]]

const maxHeaderBytes = 16 * 1024
const maxKeptHeaderBytes = 8 * 1024
const maxBodyBytes = 64 * 1024
const maxKeptBodyBytes = 1024
const maxInterimResponses = 20

/** Headers of the connection. `Host` would also change the name that the certificate is checked against. */
const ownHeaders =
  /^(host|connection|keep-alive|upgrade|expect|te|trailer|transfer-encoding|content-length|accept-encoding|proxy-.*)$/i

const messages: Readonly<Record<FailureReason, string>> = {
  dns: 'The host name has no address.',
  address_not_allowed: 'The host name has an address that is not allowed.',
  refused: 'The server refused the connection.',
  reset: 'The server closed the connection before it sent a response.',
  certificate: 'The certificate of the server is invalid.',
  timeout: 'The server did not respond in time.',
  protocol: 'The server did not send a valid HTTP response.',
  aborted: 'The request was canceled.',
  network: 'The server is unreachable.',
}

class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly reason: FailureReason
  address: string | undefined

  constructor(reason: FailureReason, message = messages[reason]) {
    super(message)
    this.reason = reason
  }
}

/** Shorter than most servers keep a connection: those of Node close it after 5 s. */
const idleMs = 4000
/** A server that fails later than this may have read the request, which is then not sent again. */
const maxResetMs = 1000
const agentOptions = { keepAlive: true, timeout: idleMs, maxFreeSockets: 10 }

/** The agent passes on the options of the request. */
const ownerOf = (options: object = {}): unknown => Reflect.get(options, 'owner')

/** Owners share neither connections nor TLS sessions, also where they have the same server. */
class OwnedHttpAgent extends HttpAgent {
  override getName(options?: ClientRequestArgs): string {
    return `${ownerOf(options)}:${super.getName(options)}`
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const canKeep: unknown = super.keepSocketAlive(socket)
    return canKeep !== false && hasRoomForIdle()
  }
}

class OwnedHttpsAgent extends HttpsAgent {
  override getName(options?: TlsRequestOptions): string {
    return `${ownerOf(options)}:${super.getName(options)}`
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const canKeep: unknown = super.keepSocketAlive(socket)
    return canKeep !== false && hasRoomForIdle()
  }
}

const httpAgent = new OwnedHttpAgent(agentOptions)
const httpsAgent = new OwnedHttpsAgent(agentOptions)

/** Many owners have many connections: above this number, one that is idle is closed. */
const maxSockets = 300

function hasRoomForIdle(): boolean {
  const lists = [httpAgent, httpsAgent].flatMap(({ sockets, freeSockets }) => [
    ...Object.values(sockets),
    ...Object.values(freeSockets),
  ])
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) <= maxSockets
}

/**
 * Sends one request to a URL that a person chose. It connects only to addresses that were judged after the lookup, follows no
 * redirect, uses no proxy and shares a connection only with requests of its owner. Never throws.
 */
export async function sendRequest(options: OutgoingRequest): Promise<OutgoingResult> {
  const { deadlineMs = 10_000, signal } = options
  const startTime = performance.now()
  const getMs = () => Math.round(performance.now() - startTime)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new RequestError('timeout')), deadlineMs)
  const cancel = () => stop.abort(new RequestError('aborted'))
  // Not AbortSignal.any, which leaks with a signal that lives as long as the process.
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  try {
    validateHeaders(options.headers)
    const url = judgeUrl(options)
    const addresses = await resolveAllowedAddresses(url, options, stop.signal)
    return await exchange(url, addresses, options, stop.signal, getMs)
  } catch (error) {
    const { reason, message, address } = toRequestError(error)
    return { kind: 'failure', reason, message, ms: getMs(), ...(address ? { address } : {}) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

function validateHeaders(headers: OutgoingRequest['headers']): void {
  for (const [name, value] of Object.entries(headers))
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
      if (ownHeaders.test(name)) throw new Error('set by the request itself')
    } catch {
      throw new RequestError('protocol', 'A header of the request is invalid.')
    }
}

function judgeUrl({ url, allowPrivate }: OutgoingRequest): URL {
  const verdict = judgeTarget(url, { allowPrivate })
  if (!verdict.isAllowed) throw new RequestError('address_not_allowed', verdict.message)
  return new URL(verdict.url)
}

async function resolveAllowedAddresses(
  url: URL,
  { lookup = lookupAddresses, allowPrivate }: OutgoingRequest,
  stop: AbortSignal,
): Promise<Addresses> {
  const addresses = await new Promise<readonly LookupAddress[]>((resolve, reject) => {
    // A lookup cannot be canceled; its answer is ignored.
    stop.addEventListener('abort', () => reject(toRequestError(stop.reason)), { once: true })
    stop.throwIfAborted()
    resolveHost(url, lookup).then(resolve, () => reject(new RequestError('dns')))
  })
  const [first, ...others] = addresses
  if (!first) throw new RequestError('dns')
  const verdict = judgeAddresses(
    addresses.map(({ address }) => address),
    url,
    { allowPrivate },
  )
  if (!verdict.isAllowed) throw new RequestError('address_not_allowed')
  return [first, ...others]
}

/** Gives the socket the addresses that were judged: a second lookup could have another answer. */
function connectTo(
  addresses: Addresses,
): Pick<TcpSocketConnectOpts, 'lookup' | 'autoSelectFamilyAttemptTimeout'> {
  const [{ address, family }] = addresses
  return {
    // A socket that tries both families asks for all and needs an array.
    lookup: (_hostname, { all }, callback) =>
      process.nextTick(() =>
        all ? callback(null, [...addresses]) : callback(null, address, family),
      ),
    // After the default of 250 ms a distant server would be given up in favor of an address that may be dead.
    autoSelectFamilyAttemptTimeout: 1000,
  }
}

function exchange(
  url: URL,
  addresses: Addresses,
  options: OutgoingRequest,
  stop: AbortSignal,
  getMs: () => number,
): Promise<OutgoingResponse> {
  const { method, headers, body, owner, ca } = options
  const host = hostOf(url)
  // A connection that is always busy would otherwise stay when its name moves to another server.
  const addressList = addresses.map(({ address }) => address).toSorted()
  const isSecure = url.protocol === 'https:'
  const ownAgent = isSecure ? httpsAgent : httpAgent
  return new Promise((resolve, reject) => {
    stop.throwIfAborted()
    let [{ address }] = addresses
    let isSettled = false
    let hasAnswered = false
    let socketTime = -Infinity
    const noteAnswer = () => (hasAnswered = true)
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      // `false` is a new agent for this request: its connection and TLS session are shared with nobody.
      agent: owner === undefined ? false : ownAgent,
      ...(owner === undefined ? {} : { owner: [owner, ...addressList].join(' ') }),
      ...connectTo(addresses),
      maxHeaderSize: maxHeaderBytes,
      // Both are explicit, so that neither the environment nor a header of the caller changes them.
      rejectUnauthorized: true,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca ? { ca } : {}),
    })
    const destroy = () => request.destroy(toRequestError(stop.reason))
    stop.addEventListener('abort', destroy, { once: true })
    const fail = (error: unknown) => {
      // A response counts also where its body breaks off.
      if (isSettled) return
      isSettled = true
      const failure = toRequestError(error, request)
      // The server closed an idle connection while the request was on its way. The next one is new.
      const wasIdle = !hasAnswered && performance.now() - socketTime < maxResetMs
      if (request.reusedSocket && failure.reason === 'reset' && wasIdle && !stop.aborted) {
        const { owner: _owner, ...fresh } = options
        return resolve(exchange(url, addresses, fresh, stop, getMs))
      }
      failure.address = address
      reject(failure)
    }

    let interimResponses = 0
    request.on('information', () => {
      if (++interimResponses > maxInterimResponses) request.destroy(new RequestError('protocol'))
    })
    request.on('socket', (socket) => {
      const readAddress = () => (address = socket.remoteAddress ?? address)
      if (socket.connecting) socket.once('connect', readAddress)
      else readAddress()
      socketTime = performance.now()
      socket.once('data', noteAnswer)
      request.once('close', () => socket.off('data', noteAnswer))
    })
    request.on('error', fail)
    request.on('close', () => fail(new RequestError('reset')))
    request.on('response', (response) => {
      // The parser goes on with bytes that came before the socket was destroyed.
      if (request.destroyed) return
      isSettled = true
      const ms = getMs()
      void readBody(response).then((content) => {
        resolve({
          kind: 'response',
          status: response.statusCode ?? 0,
          headers: boundHeaders(response),
          ...content,
          ms,
          address,
        })
        request.destroy()
      })
    })
    request.end(body)
  })
}

/** Reads until the body ends, is too long, or the request is destroyed. */
function readBody(response: IncomingMessage) {
  return new Promise<Pick<OutgoingResponse, 'body' | 'isTruncated'>>((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    response.on('data', (part: Buffer) => {
      if (size < maxKeptBodyBytes) parts.push(part.subarray(0, maxKeptBodyBytes - size))
      size += part.length
      if (size > maxBodyBytes) response.destroy()
    })
    // Without a listener the end of the connection inside the body would be thrown.
    response.on('error', () => undefined)
    response.on('close', () => {
      const isTruncated = size > maxKeptBodyBytes || !response.complete
      const text = new TextDecoder().decode(Buffer.concat(parts), { stream: isTruncated })
      // PostgreSQL stores no NUL in texts.
      resolve({ body: text.replaceAll('\0', '\uFFFD'), isTruncated })
    })
  })
}

/** The headers that callers act on come first, so that others cannot displace them. */
function boundHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const { location, 'retry-after': retryAfter, ...others } = headers
  let size = 0
  const entries = Object.entries({ location, 'retry-after': retryAfter, ...others })
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]))
    .filter(([name, value]) => {
      const isKept = size + name.length + value.length <= maxKeptHeaderBytes
      if (isKept) size += name.length + value.length
      return isKept
    })
  return Object.fromEntries(entries)
}

function toRequestError(error: unknown, request?: ClientRequest): RequestError {
  if (error instanceof RequestError) return error
  const socket = request?.socket
  if (socket instanceof TLSSocket && socket.authorizationError)
    return new RequestError('certificate', certificateMessage(String(socket.authorizationError)))
  const code = codeOf(error)
  return /^(EPROTO$|ERR_SSL_)/.test(code)
    ? new RequestError('protocol', 'The secure connection to the server failed.')
    : new RequestError(reasonOf(code))
}

/** Of several addresses the last one has no time limit of its own, so its error says most. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors.at(-1))
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function reasonOf(code: string): FailureReason {
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset'
  if (code === 'ETIMEDOUT') return 'timeout'
  return /^(HPE_|ERR_HTTP_)/.test(code) ? 'protocol' : 'network'
}

function certificateMessage(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the server has expired.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the server is for another host.'
  if (/SELF_SIGNED/.test(code)) return 'The certificate of the server is self-signed.'
  if (/ISSUER|LEAF_SIGNATURE/.test(code))
    return 'The certificate of the server is incomplete or its issuer is unknown.'
  return messages.certificate
}
