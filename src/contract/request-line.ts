/** zod-free: the client and the dashboard import this file at run time. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type ParamOf<Segment extends string> = Segment extends `:${infer Param}` ? Param : never
type ParamsOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamOf<Segment> | ParamsOf<Rest>
  : ParamOf<Path>

/** The names a request line carries in its path: `'GET /cards/:card_id'` gives `{ card_id: string }`. */
export type PathInput<Name extends string> = Name extends `${Method} ${infer Path}`
  ? { [Param in ParamsOf<Path>]: string }
  : never

export interface RequestLine {
  readonly method: Method
  /** As in the public document, with `:card_id` for `{card_id}`. */
  readonly path: string
  readonly params: readonly string[]
  /** What is not in the path goes to the body of these, and to the query of the others. */
  readonly sendsBody: boolean
}

/** Reads `'POST /cards/:card_id/move'`. Throws on anything that is not a request line. */
export function parseRequestLine(name: string): RequestLine {
  const match = /^(GET|POST|PATCH|DELETE) (\/\S*)$/.exec(name)
  if (!match) throw new TypeError(`Not a request line: ${name}`)
  // The expression above admits these four methods and no other.
  const method = match[1] as Method
  const path = match[2] ?? ''
  const params = [...path.matchAll(/:(\w+)/g)].map((param) => param[1] ?? '')
  return { method, path, params, sendsBody: method === 'POST' || method === 'PATCH' }
}
