import type { Input, Output, ReadName } from '#contract/endpoints.ts'
import type { Call, CallOptions } from './api-client.ts'
import { ApiError } from './api-error.ts'

interface Page {
  readonly data: readonly unknown[]
  readonly paging: { readonly next: string | null }
}

/** The reads that answer with a page. */
export type PaginatedEndpoint = { [N in ReadName]: Output<N> extends Page ? N : never }[ReadName]
export type Item<N extends PaginatedEndpoint> =
  Output<N> extends { readonly data: readonly (infer I)[] } ? I : never

/** Follows `paging.next` to the end, page by page. A cursor that comes twice ends in an error, not in a circle. */
export async function* everyPage<N extends PaginatedEndpoint>(
  call: Call,
  name: N,
  input: Input<N>,
  options?: CallOptions,
): AsyncGenerator<Output<N>, void, undefined> {
  const seen = new Set<string>()
  let starting_after: string | null = null
  do {
    const here: Input<N> = starting_after === null ? input : { ...input, starting_after }
    const page: Output<N> = await call(name, here, options)
    yield page
    starting_after = nextOf(page)
    if (starting_after === null) return
    if (seen.has(starting_after)) throw circle()
    seen.add(starting_after)
  } while (true)
}

/** Every item of every page, one after the other. */
export async function* everyItem<N extends PaginatedEndpoint>(
  call: Call,
  name: N,
  input: Input<N>,
  options?: CallOptions,
): AsyncGenerator<Item<N>, void, undefined> {
  for await (const page of everyPage(call, name, input, options)) {
    // A PageName answers with a Page by its own definition; the compiler does not carry that through the union.
    yield* (page as unknown as { data: Item<N>[] }).data
  }
}

// As above: a PageName answers with a Page.
const nextOf = (page: unknown) => (page as Page).paging.next

const circle = () =>
  new ApiError({
    code: 'internal_error',
    status: 200,
    message: 'The service gave the same page twice.',
  })
