import { createApiClient, type Call } from '#client/api-client.ts'
import { asApiError, type ApiError } from '#client/api-error.ts'
import { parseBaseUrl } from '#client/base-url.ts'
import type { Me } from '#contract/developers/me.ts'

/** What the sign-in page can say about an address and a key. */
export type ConnectionCheck =
  | {
      readonly outcome: 'accepted'
      readonly base_url: string
      readonly host: string
      /** Absent on a service of the public API alone. */
      readonly me: Me | undefined
      /** `unknown` until the server rejects a change. */
      readonly scope: 'read' | 'write' | 'unknown'
    }
  | { readonly outcome: 'bad_address'; readonly message: string }
  | { readonly outcome: 'wrong_key'; readonly error: ApiError }
  /** The key is known, and may not read the one thing that was asked. */
  | { readonly outcome: 'cannot_read'; readonly error: ApiError }
  | {
      readonly outcome: 'unreachable'
      readonly host: string
      /** Another origin than the page's: the browser may have blocked the answer, and does not say so. */
      readonly cross_origin: boolean
      readonly error: ApiError
    }
  | { readonly outcome: 'unexpected'; readonly error: ApiError }

interface CheckOptions {
  readonly signal?: AbortSignal | undefined
  readonly origin?: string | undefined
}

/** Asks who the key is, with reads only: a change is never sent to find out. */
export async function checkConnection(
  input: { readonly base_url: string; readonly key: string },
  { signal, origin = globalThis.location?.origin }: CheckOptions = {},
): Promise<ConnectionCheck> {
  const base = parseBaseUrl(input.base_url, origin)
  if (!base.ok) return { outcome: 'bad_address', message: base.message }
  const { base_url, host } = base
  const call = createApiClient({ base_url, key: normalizeKey(input.key), signal })
  try {
    const me = await fetchMe(call)
    return { outcome: 'accepted', base_url, host, me, scope: me?.key.scope ?? 'unknown' }
  } catch (cause) {
    signal?.throwIfAborted()
    const error = asApiError(cause)
    if (error.code === 'unauthenticated') return { outcome: 'wrong_key', error }
    if (error.code === 'insufficient_scope') return { outcome: 'cannot_read', error }
    if (error.code !== 'unreachable') return { outcome: 'unexpected', error }
    const cross_origin = origin !== undefined && new URL(base_url).origin !== origin
    return { outcome: 'unreachable', host, cross_origin, error }
  }
}

async function fetchMe(call: Call): Promise<Me | undefined> {
  try {
    const me = await call('GET /me', {})
    if (typeof me.key === 'object' && me.key !== null) return me
    throw new TypeError('The answer to GET /me names no key.')
  } catch (error) {
    if (asApiError(error).code !== 'not_found') throw error
    // The public API has no /me. Its parameters are left out too: a strict service may refuse them.
    await call('GET /feedback/statuses', {})
    return undefined
  }
}

/** A key as it was meant: pasted with spaces, line ends or quotes around it. */
export const normalizeKey = (input: string) => input.replace(/[\s"'`\u200b\ufeff]+/g, '')
