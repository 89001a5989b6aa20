import type { Row } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { RequestLine } from '#contract/request-line.ts'
import type { Context, Verb, PageCursor } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { Cursors } from '#service/db/pagination.ts'
import type { AuthenticatedContext } from '#service/http/http-message.ts'
import { versionGuard } from '#service/http/policy/etag.ts'
import type { StoredResponse } from '#service/http/policy/idempotency.store.ts'
import type { IdempotencyClaim } from '#service/http/policy/idempotency.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import { invalidField } from '#service/refusal.ts'
import type { EndpointDependencies } from './endpoint-dependencies.ts'
import { serializeOutput } from './json-response.ts'

/** A row of the table, and what does as it says. */
export interface EndpointDefinition {
  readonly name: EndpointName
  readonly line: RequestLine
  readonly row: Row
  readonly verb: Verb<EndpointName>
}

interface EndpointCall {
  readonly context: AuthenticatedContext
  readonly now: Date
  readonly input: Record<string, unknown>
  /** Of an import, which tells no webhook. */
  readonly isSilent: boolean
  readonly claimed: IdempotencyClaim | undefined
}

/** Runs the verb of one row: a read as it is, a write in one transaction. */
export function createExecutor(
  dependencies: EndpointDependencies,
  { name, line, row, verb }: EndpointDefinition,
) {
  const { database } = dependencies
  const respondUnlessUnchanged = dependencies.conditionalReads(name)

  /** `beside` hears of everything but the database that the answer hangs on. */
  const run = async (
    db: WorkspaceDb,
    job: EndpointCall,
    afterCommit: (() => void)[],
    markNotCacheable: () => void,
  ) => {
    const { now, input, isSilent, claimed } = job
    const { request, caller } = job.context
    const base = `${dependencies.publicUrl ?? request.origin}/v1`
    let existed = false
    const verbContext: Context = {
      db,
      get caller() {
        markNotCacheable()
        return caller
      },
      get now() {
        markNotCacheable()
        return now
      },
      get facts() {
        markNotCacheable()
        return {
          version: dependencies.version,
          rate: dependencies.rate?.refill ?? null,
          base_url: base,
        }
      },
      emit: createEmit(db, caller, now, isSilent),
      cursor: pageCursor(dependencies.cursors, [caller.workspace_id, name], input),
      expectVersion: versionGuard(request.headers['if-match']),
      markExisting: () => void (existed = true),
      afterCommit: (task) => afterCommit.push(task),
    }
    // Parsed by this very row's schema before it came here.
    const output: unknown = await verb(verbContext, input as never)
    if (dependencies.validateResponses) row.output.parse(output)
    const answered = serializeOutput(row, output, {
      base,
      existed,
      etags: dependencies.profile === 'full',
    })
    claimed?.finish(db, answered)
    return answered
  }

  if (line.method === 'GET')
    return async (job: EndpointCall): Promise<StoredResponse> => {
      const { request, caller } = job.context
      const db = database.readOnly(caller.workspace_id)
      return respondUnlessUnchanged(db, request, (markNotCacheable) =>
        run(db, job, [], markNotCacheable),
      )
    }

  return async (job: EndpointCall): Promise<StoredResponse> => {
    let afterCommit: (() => void)[] = []
    const answered = await database.transaction(job.context.caller.workspace_id, (db) =>
      run(db, job, (afterCommit = []), () => undefined),
    )
    dependencies.onWrites(1)
    for (const task of afterCommit) task()
    return answered
  }
}

/** The cursor of one request, bound to `place` (workspace and endpoint) and to everything that shapes its list. */
function pageCursor(
  cursors: Cursors,
  place: readonly string[],
  input: Readonly<Record<string, unknown>>,
): PageCursor {
  const { starting_after } = input
  const binding = () => bindingOf(place, input)
  const cursor = typeof starting_after === 'string' ? starting_after : undefined
  return {
    // Read when it is needed: a feed also goes on from the id of an event.
    get last() {
      const last = cursor === undefined ? undefined : cursors.read(binding(), cursor)
      if (cursor !== undefined && last === undefined) throw unknownCursor()
      return last
    },
    next: (values) => cursors.write(binding(), values),
  }
}

function bindingOf(place: readonly string[], input: Readonly<Record<string, unknown>>): string {
  const { limit: _limit, starting_after: _cursor, include_total: _total, ...filters } = input
  return JSON.stringify([...place, Object.entries(filters).toSorted(byName)])
}

const unknownCursor = () =>
  invalidField(
    'starting_after',
    'unknown_cursor',
    'This cursor belongs to another list or filter, or was changed.',
  )

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
