/** zod-free: the client and the dashboard import this file at run time. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type ParamOf<Segment extends string> = Segment extends `:${infer Param}` ? Param : never
type ParamsOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamOf<Segment> | ParamsOf<Rest>
  : ParamOf<Path>

/** The path parameters of a request line: `{ card_id: string }` for `'GET /cards/:card_id'`. */
export type PathInput<Name extends string> = Name extends `${Method} ${infer Path}`
  ? { [Param in ParamsOf<Path>]: string }
  : never

export interface RequestLine {
  readonly method: Method
  /** As in the public API, with `:card_id` for `{card_id}`. */
  readonly path: string
  readonly params: readonly string[]
  /** Whether fields that are not in the path go to the body instead of the query. */
  readonly sendsBody: boolean
}

/** Parses a request line such as `'POST /cards/:card_id/move'`. Throws a `TypeError` for anything else. */
export function parseRequestLine(name: string): RequestLine {
  const match = /^(GET|POST|PATCH|DELETE) (\/\S*)$/.exec(name)
  if (!match) throw new TypeError(`Not a request line: ${name}`)
  // The expression above matches only these four methods.
  const method = match[1] as Method
  const path = match[2] ?? ''
  const params = [...path.matchAll(/:(\w+)/g)].map((param) => param[1] ?? '')
  return { method, path, params, sendsBody: method === 'POST' || method === 'PATCH' }
}
