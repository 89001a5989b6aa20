import type { Caller } from '#service/context.ts'

/** What one request carries from one step of the edge to the next. */
export interface Env {
  Variables: {
    requestId: string
    caller: Caller
    /** Where the request came from, as far as proxies are believed. */
    address: string
  }
  Bindings: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string } }
  }
}
