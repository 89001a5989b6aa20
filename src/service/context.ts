import type { EndpointName, Output, Parsed } from '#contract/endpoints.ts'
import type { Changes, EventData, EventKind } from '#contract/events.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import type { HashAddress } from './suppression-key.ts'

/** The identity behind the API key of a request. `key_id` and `member_id` are null for the command line, which needs no key. */
export interface Caller {
  readonly key_id: string | null
  /** The member that the key belongs to. */
  readonly member_id: string | null
  readonly workspace_id: string
  readonly scope: 'read' | 'write'
  readonly admin: boolean
}

export type Emit = <Kind extends EventKind>(
  kind: Kind,
  data: EventData[Kind],
  changes?: Changes,
) => Promise<void>

/** The position in a paginated list; bound to this endpoint, its path, filters and sort. */
export interface PageCursor {
  /** The sort values of the last row; undefined on the first page. Throws for a cursor of another list. */
  readonly last: readonly CursorValue[] | undefined
  next(values: readonly CursorValue[]): string
}

/** What a verb may report about the running service. */
interface ServiceFacts {
  readonly version: string
  /** Requests per second; null without a limit. */
  readonly rate: number | null
  /** The base URL as this caller reached it, ending in `/v1`. */
  readonly base_url: string
}

/** Everything a verb has access to besides its input. */
export interface Context {
  readonly db: WorkspaceDb
  readonly caller: Caller
  /** The same for the whole request, in whole milliseconds. */
  readonly now: Date
  readonly emit: Emit
  /** Of the normalized address, as `suppressions` has it. */
  readonly hashAddress: HashAddress
  readonly cursor: PageCursor
  readonly facts: ServiceFacts
  /** What the addresses of public pages begin with; null where the service has no such pages or does not know it. */
  readonly public_base_url: string | null
  /** Throws `precondition_failed` (412) when `If-Match` names another version. */
  readonly expectVersion: (current: { readonly version: string }) => void
  /** Makes the response a 200 instead of a 201: the resource to create existed already. */
  readonly markExisting: () => void
  /** Runs the task after the commit, or never when the transaction fails. */
  readonly afterCommit: (task: () => void) => void
}

export type Verb<N extends EndpointName> = (
  context: Context,
  input: Parsed<N>,
) => Promise<Output<N>>

/** A row of the contract without a verb is a compile error. */
export type Verbs = { readonly [N in EndpointName]: Verb<N> }
