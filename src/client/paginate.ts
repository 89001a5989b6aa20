import type { Input, ResponseBody, ReadName } from '#contract/endpoints.ts'
import type { Call, CallOptions } from './api-client.ts'
import { ApiError } from './api-error.ts'

interface Page {
  readonly data: readonly unknown[]
  readonly paging: { readonly next: string | null }
}

/** The reads that return a page. */
export type PaginatedEndpoint = {
  [N in ReadName]: ResponseBody<N> extends Page ? N : never
}[ReadName]
export type Item<N extends PaginatedEndpoint> =
  ResponseBody<N> extends { readonly data: readonly (infer I)[] } ? I : never

/** Follows `paging.next` to the last page. A repeated cursor is an error, so a faulty server cannot cause an endless loop. */
export async function* iteratePages<N extends PaginatedEndpoint>(
  call: Call,
  name: N,
  input: Input<N>,
  options?: CallOptions,
): AsyncGenerator<ResponseBody<N>, void, undefined> {
  const cursors = new Set<string>()
  let starting_after: string | null = null
  do {
    const pageInput: Input<N> = starting_after === null ? input : { ...input, starting_after }
    const page: ResponseBody<N> = await call(name, pageInput, options)
    yield page
    starting_after = nextCursorOf(page)
    if (starting_after === null) return
    if (cursors.has(starting_after)) throw repeatedCursorError()
    cursors.add(starting_after)
  } while (true)
}

export async function* iterateItems<N extends PaginatedEndpoint>(
  call: Call,
  name: N,
  input: Input<N>,
  options?: CallOptions,
): AsyncGenerator<Item<N>, void, undefined> {
  for await (const page of iteratePages(call, name, input, options)) {
    // A PaginatedEndpoint returns a Page by definition; the compiler loses that in the union.
    yield* (page as unknown as { data: Item<N>[] }).data
  }
}

// As above: a PaginatedEndpoint returns a Page.
const nextCursorOf = (page: unknown) => (page as Page).paging.next

const repeatedCursorError = () =>
  new ApiError({
    code: 'internal_error',
    status: 200,
    message: 'The server returned the same page cursor twice.',
  })
