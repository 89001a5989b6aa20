import type { z } from 'zod'

import type { AuditOption } from '#contract/developers/audit.rules.ts'
import type { Capability } from './capabilities.ts'
import type { Readable } from './documented.ts'
import type { PathInput } from './request-line.ts'

type Scope = 'read' | 'write' | 'admin'

/** The public API defines the endpoint, or a capability in `GET /me` adds it. */
type Source = 'public' | 'addition'

/** The definition of one endpoint, keyed by its request line in `endpoints.ts`. */
export interface Row {
  /** `admin` is a write key that carries the admin flag. */
  readonly scope: Scope
  readonly source: Source
  readonly summary: string
  /** The query of a GET or DELETE, the body of anything else; path parameters are added from the request line.
   * Fields that the public API does not name are marked with `additions`. */
  readonly input: z.ZodObject
  /** The body of a successful response. */
  readonly output: z.ZodType
  /** Status of a success other than 200; 202 is a job that has begun. The pair is 201 for a new resource and 200 for an existing one. */
  readonly status?: 201 | 202 | 204 | readonly [201, 200]
  /** The types of a response that is not JSON: a stream of text, which `output` describes as a string. */
  readonly media_types?: readonly ('text/csv' | 'application/jsonl')[]
  /** Path of the new resource with its fields as parameters, such as `/cards/:id`; sent as `Location`. */
  readonly location?: string
  /** Body limit in bytes; 1 MiB by default. */
  readonly body_bytes?: number
  /** The response contains a secret, so it is never stored for an `Idempotency-Key`. */
  readonly secret?: boolean
  /**
   * What the audit log says that a request did, where method and path do not: a POST creates, a PATCH updates, a DELETE
   * deletes, and a stream exports. False for a write that changes nothing. May depend on input and output.
   */
  readonly audit?: AuditOption
  /** The capability (contract 3.14) under which `GET /me` lists an addition. */
  readonly capability?: Capability
}

/** Preserves the literal types of the row. */
export const endpoint = <const R extends Row>(row: R): R => row

// The type of an empty object forbids every key, also the path parameters.
type FieldsOf<Fields> = Fields extends Record<string, never> ? unknown : Fields

export type InputOf<Name extends string, R extends Row> = PathInput<Name> &
  FieldsOf<z.input<R['input']>>
export type ParsedOf<Name extends string, R extends Row> = PathInput<Name> &
  FieldsOf<z.output<R['input']>>
/** The output of a row with media types. */
export interface TextStream {
  readonly media_type: string
  readonly chunks: AsyncIterable<string>
}

export type OutputOf<R extends Row> = R extends { readonly media_types: readonly string[] }
  ? TextStream
  : z.output<R['output']>

/** The fields a client may rely on. List items include the path parameters, see `addPathParams`. */
export type ResponseOf<Name extends string, R extends Row> = R extends {
  readonly media_types: readonly string[]
}
  ? never
  : Readable<R['output']> extends { data: (infer Item)[]; paging: infer Paging }
    ? PageOf<WithParams<Item, PathInput<Name>>, Paging, Readable<R['output']>>
    : Readable<R['output']>

/** Also what a page says besides its items. */
type PageOf<Item, Paging, Response> = { data: Item[]; paging: Paging } & Omit<
  Response,
  'data' | 'paging'
>
type WithParams<Item, Params> = Omit<Item, keyof Params> & Params
