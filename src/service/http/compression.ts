import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { type HttpRequest, type HttpResponse, setHeader } from './http-message.ts'

type Compress = (body: string | Uint8Array) => Promise<Uint8Array>

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

// Fast levels: they run in the thread pool of Node, so the
// embedded database is not blocked.
const quality = 3
const windowBits = 18
const gzipLevel = 3

/** In order of preference. */
const compressors: ReadonlyMap<string, Compress> = new Map<string, Compress>([
  [
    'br',
    (body) =>
      brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_LGWIN]: windowBits,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      }),
  ],
  ['gzip', (body) => deflate(body, { level: gzipLevel })],
])

export const textEncodings: readonly string[] = [...compressors.keys()]

/** `encoding` is one of `textEncodings`. */
export async function compressText(encoding: string, text: string): Promise<Uint8Array> {
  const compress = compressors.get(encoding)
  return compress ? compress(text) : Buffer.from(text)
}

/** Below this a response fits into one packet anyway. */
const minBytes = 1024

/** Compresses a response that is worth it, if the client accepts that. Event streams and files have their own encoding. */
export async function compressResponse(
  { headers: requestHeaders }: Pick<HttpRequest, 'headers'>,
  response: HttpResponse,
): Promise<HttpResponse> {
  const { body, headers } = response
  if (body === null || body instanceof ReadableStream) return response
  if (Buffer.byteLength(body) < minBytes || !isCompressible(headers)) return response
  const encoding = selectEncoding(requestHeaders['accept-encoding'], compressors.keys())
  const compress = compressors.get(encoding ?? '')
  if (encoding === undefined || !compress) return response
  setHeader(headers, 'Content-Encoding', encoding)
  weakenEtag(headers)
  return { ...response, body: await compress(body) }
}

function isCompressible(headers: readonly string[]): boolean {
  if (headers.includes('Content-Encoding')) return false
  const type = headers[headers.indexOf('Content-Type') + 1] ?? ''
  return /^(application\/json|text\/html)\b/.test(type)
}

/** A strong ETag promises the same bytes, which a compressed body has not. `If-Match` accepts a weak one too. */
function weakenEtag(headers: string[]): void {
  const index = headers.indexOf('ETag') + 1
  const etag = headers[index]
  if (index > 0 && etag?.startsWith('"') === true) headers[index] = `W/${etag}`
}

/** The available encoding that an Accept-Encoding header prefers; undefined for the uncompressed body. */
export function selectEncoding(
  accept: string | undefined,
  available: Iterable<string>,
): string | undefined {
  if (accept === undefined) return undefined
  const weights = new Map(
    accept
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
  let best: string | undefined
  let bestWeight = 0
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight]
  }
  // A client may prefer the uncompressed body.
  return (weights.get('identity') ?? 0) > bestWeight ? undefined : best
}
