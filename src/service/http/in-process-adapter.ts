import type { HttpRequest, RequestHandler } from './http-message.ts'

/** The way in for who asks from inside this process: the command line and the tests. */
export function createFetch(handle: RequestHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await handle(toHttpRequest(request))
    const pairs: [string, string][] = []
    for (let at = 0; at < headers.length; at += 2)
      pairs.push([headers[at] ?? '', headers[at + 1] ?? ''])
    // The bytes of an answer are never in shared memory, which its type would allow.
    const sent = body as string | Uint8Array<ArrayBuffer> | ReadableStream | null
    return new Response(request.method === 'HEAD' ? null : sent, { status, headers: pairs })
  }
}

function toHttpRequest(request: Request): HttpRequest {
  const { origin, pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    search,
    headers: Object.fromEntries(request.headers),
    origin,
    peer: 'in-process',
    body:
      request.body === null
        ? undefined
        : async (limit) => {
            const bytes = new Uint8Array(await request.arrayBuffer())
            return bytes.byteLength > limit ? undefined : bytes
          },
  }
}
