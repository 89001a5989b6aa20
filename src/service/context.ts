import type { EndpointName, Output, Parsed } from '#contract/endpoints.ts'
import type { Changes, EventData, EventKind } from '#contract/events.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { CursorValue } from '#service/db/pagination.ts'

/** Whose key this request carries. `key_id` is null for the command line, which needs none. */
export interface Caller {
  readonly key_id: string | null
  readonly workspace_id: string
  readonly scope: 'read' | 'write'
  readonly admin: boolean
}

export type Emit = <Kind extends EventKind>(
  kind: Kind,
  data: EventData[Kind],
  changes?: Changes,
) => Promise<void>

/** Where a list stopped and goes on; bound to this endpoint, its path, filters and sort. */
export interface PageCursor {
  /** What the caller passed back; undefined on the first page. A cursor of another list is refused. */
  readonly last: readonly CursorValue[] | undefined
  next(values: readonly CursorValue[]): string
}

/** Facts of the running service that a verb may report. */
export interface ServiceFacts {
  readonly version: string
  /** Requests a second, or null. */
  readonly rate: number | null
  /** The base address as this caller reached it, ending in `/v1`. */
  readonly base_url: string
}

/** What a verb may touch. */
export interface Context {
  readonly db: WorkspaceDb
  readonly caller: Caller
  /** One moment per request, in whole milliseconds. */
  readonly now: Date
  readonly emit: Emit
  readonly cursor: PageCursor
  readonly facts: ServiceFacts
  /** Refuses with 412 when `If-Match` names another version than this one. */
  readonly expectVersion: (current: { readonly version: string }) => void
  /** What was to be made existed already: the answer is 200 and not 201. */
  readonly markExisting: () => void
  /** Runs after the commit, and not at all when there is none. */
  readonly afterCommit: (task: () => void) => void
}

export type Verb<N extends EndpointName> = (
  context: Context,
  input: Parsed<N>,
) => Promise<Output<N>>

/** One verb for every row: the service does not compile while one is missing. */
export type Verbs = { readonly [N in EndpointName]: Verb<N> }
