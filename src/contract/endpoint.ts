import type { z } from 'zod'

import type { Capability } from './capabilities.ts'
import type { Readable } from './documented.ts'
import type { PathInput } from './request-line.ts'

type Scope = 'read' | 'write' | 'admin'

/** Who says the row exists: the public document, or a capability that `GET /me` lists. */
type Source = 'document' | 'addition'

/** All that anyone needs to know of one endpoint, keyed by its request line in `endpoints.ts`. */
export interface Row {
  /** `admin` is a write key that carries the admin flag. */
  readonly scope: Scope
  readonly source: Source
  readonly summary: string
  /** The query of a GET or DELETE, the body of anything else; the path's own names are added from the request line.
   * What the document does not name of its rows is marked with `additions`. */
  readonly input: z.ZodObject
  /** The body of a success. */
  readonly output: z.ZodType
  /** Of a success, when it is not 200. A pair makes the thing, or answers 200 when it existed already. */
  readonly status?: 201 | 204 | readonly [201, 200]
  /** Address of what was made by its own fields, as `/cards/:id`; sent as `Location`. */
  readonly location?: string
  /** Body limit in bytes, when it is not 1 MiB. */
  readonly body_bytes?: number
  /** Its answer shows a secret, so no `Idempotency-Key` may keep it. */
  readonly secret?: boolean
  /** The code of 3.14 under which `GET /me` offers an addition. */
  readonly capability?: Capability
}

/** Keeps the row's literal types; a row is otherwise plain data. */
export const endpoint = <const R extends Row>(row: R): R => row

// The type of an empty object admits no other key, so beside the path's parameters it says nothing.
type Beside<Fields> = Fields extends Record<string, never> ? unknown : Fields

export type InputOf<Name extends string, R extends Row> = PathInput<Name> &
  Beside<z.input<R['input']>>
export type ParsedOf<Name extends string, R extends Row> = PathInput<Name> &
  Beside<z.output<R['input']>>
export type OutputOf<R extends Row> = z.output<R['output']>

/** What a client may rely on in a response. The items of a list carry the parameters of its path, see `addPathParams`. */
export type ResponseOf<Name extends string, R extends Row> =
  Readable<R['output']> extends { data: (infer Item)[]; paging: infer Paging }
    ? { data: WithParams<Item, PathInput<Name>>[]; paging: Paging }
    : Readable<R['output']>

type WithParams<Item, Params> = Omit<Item, keyof Params> & Params
