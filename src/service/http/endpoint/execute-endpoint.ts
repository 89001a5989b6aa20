import { auditRuleOf, describeAct } from '#contract/developers/audit.rules.ts'
import type { Row, TextStream } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { RequestLine } from '#contract/request-line.ts'
import type { Context, PageCursor, Verb } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import type { Cursors } from '#service/db/pagination.ts'
import { insertAuditEntry } from '#service/developers/audit.store.ts'
import type { AuthenticatedContext } from '#service/http/http-message.ts'
import { versionGuard } from '#service/http/policy/etag.ts'
import type { StoredResponse } from '#service/http/policy/idempotency.store.ts'
import type { IdempotencyClaim } from '#service/http/policy/idempotency.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import { invalidField } from '#service/refusal.ts'
import type { EndpointDependencies } from './endpoint-dependencies.ts'
import { serializeOutput } from './json-response.ts'

/** A row of the contract and its verb. */
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
  /** Imports are silent: their events reach no webhook. */
  readonly isSilent: boolean
  readonly claim: IdempotencyClaim | undefined
}

interface ActResult {
  readonly output: unknown
  readonly existed: boolean
}

/** Runs the verb of one row: a read without a transaction, a write in one. */
export function createExecutor(
  dependencies: EndpointDependencies,
  { name, line, row, verb }: EndpointDefinition,
) {
  const { config, cursors, database, addressHashes, version } = dependencies
  const auditRule = auditRuleOf(line, row)
  const respondUnlessUnchanged = dependencies.conditionalReads(name)

  /** Calls `markNotCacheable` when the verb reads anything but the database. */
  const executeVerb = async (
    db: WorkspaceDb,
    call: EndpointCall,
    afterCommit: (() => void)[],
    markNotCacheable: () => void,
  ) => {
    const { now, input, isSilent } = call
    const { request, caller } = call.context
    const base_url = `${config.publicUrl ?? request.origin}/v1`
    let existed = false
    const context: Context = {
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
        return { version, rate: config.rate?.refill ?? null, base_url }
      },
      get public_base_url() {
        markNotCacheable()
        return config.profile === 'full' ? (config.publicUrl ?? request.origin) : null
      },
      emit: createEmit(db, caller, now, isSilent),
      hashAddress: addressHashes(caller.workspace_id),
      cursor: createPageCursor(cursors, [caller.workspace_id, name], input),
      expectVersion: versionGuard(request.headers['if-match']),
      markExisting: () => void (existed = true),
      afterCommit: (task) => afterCommit.push(task),
    }
    // Validated by the schema of this row in `validateInput`.
    const output: unknown = await verb(context, input as never)
    return { output, base_url, existed }
  }

  /** In the transaction of the change: what is rolled back or refused is not recorded. */
  const recordAct = (db: WorkspaceDb, call: EndpointCall, result: ActResult) => {
    const { caller, address, request_id } = call.context
    const act = auditRule && describeAct(auditRule, call.input, result)
    if (!act) return
    const { key_id, member_id } = caller
    // Not `call.now`: a request that waited would have a time at which a reader has looked already.
    const at = new Date()
    const id = newId('aud', at)
    insertAuditEntry(db, { ...act, id, at, key_id, member_id, address, request_id })
  }

  const runVerb = async (
    db: WorkspaceDb,
    call: EndpointCall,
    afterCommit: (() => void)[],
    markNotCacheable: () => void,
  ) => {
    const { output, ...result } = await executeVerb(db, call, afterCommit, markNotCacheable)
    recordAct(db, call, { output, ...result })
    if (dependencies.validateResponses) row.output.parse(output)
    const etags = config.profile === 'full'
    const response = serializeOutput(row, output, { ...result, etags })
    call.claim?.finish(db, response)
    return response
  }

  if (row.media_types !== undefined)
    return async (call: EndpointCall): Promise<TextStream> => {
      const { caller, request } = call.context
      const db = database.readOnly(caller.workspace_id)
      const { output } = await executeVerb(db, call, [], () => undefined)
      // Before the first byte: a download that fails later has begun all the same.
      if (request.method !== 'HEAD')
        await database.transaction(caller.workspace_id, async (tx) =>
          recordAct(tx, call, { output, existed: false }),
        )
      return output as TextStream // of every row with media types
    }

  if (line.method === 'GET')
    return async (call: EndpointCall): Promise<StoredResponse> => {
      const { request, caller } = call.context
      const db = database.readOnly(caller.workspace_id)
      return respondUnlessUnchanged(db, request, (markNotCacheable) =>
        runVerb(db, call, [], markNotCacheable),
      )
    }

  return async (call: EndpointCall): Promise<StoredResponse> => {
    // Reset by every attempt, because a conflicting transaction runs again.
    let afterCommit: (() => void)[] = []
    const response = await database.transaction(call.context.caller.workspace_id, (db) =>
      runVerb(db, call, (afterCommit = []), () => undefined),
    )
    dependencies.onWrites()
    for (const task of afterCommit) task()
    return response
  }
}

/** The cursor is bound to `scope` (workspace and endpoint) and to all filters, so it fits no other list. */
function createPageCursor(
  cursors: Cursors,
  scope: readonly string[],
  input: Readonly<Record<string, unknown>>,
): PageCursor {
  const { starting_after } = input
  const binding = () => formatBinding(scope, input)
  const cursor = typeof starting_after === 'string' ? starting_after : undefined
  return {
    // Lazy, because `GET /events` also accepts an event id here, which is no cursor.
    get last() {
      if (cursor === undefined) return undefined
      const last = cursors.read(binding(), cursor)
      if (last) return last
      const message = 'Invalid cursor: it belongs to another list or filter, or was modified.'
      throw invalidField('starting_after', 'unknown_cursor', message)
    },
    next: (values) => cursors.write(binding(), values),
  }
}

function formatBinding(scope: readonly string[], input: Readonly<Record<string, unknown>>): string {
  const { limit: _limit, starting_after: _cursor, include_total: _total, ...filters } = input
  return JSON.stringify([...scope, Object.entries(filters).toSorted(byName)])
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
