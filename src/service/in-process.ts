import { type EndpointName, type Input, type Output, endpoints } from '#contract/endpoints.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import type { Cursors } from '#service/db/paging.ts'
import type { Context, Verb, Verbs } from './context.ts'

/** As the client's `call`, without a wire between. */
export type CallVerb = <N extends EndpointName>(name: N, input: Input<N>) => Promise<Output<N>>

interface Rights {
  readonly workspace_id: string
  readonly cursors: Cursors
  readonly now: Date
}

/**
 * Runs `work` on the verbs themselves, in one transaction and with no events: how a new database is filled
 * before anybody could have asked to hear of it.
 */
export function inProcess<T>(
  database: Database,
  verbs: Verbs,
  { workspace_id, cursors, now }: Rights,
  work: (call: CallVerb) => Promise<T>,
): Promise<T> {
  return database.transaction(workspace_id, (db) => work(callOn(db, verbs, cursors, now)))
}

const callOn =
  (db: WorkspaceDb, verbs: Verbs, cursors: Cursors, now: Date): CallVerb =>
  async (name, input) => {
    // The table pairs each verb with its own row; TypeScript cannot follow a pair through a name.
    const verb = verbs[name] as Verb<EndpointName>
    const parsed = { ...(endpoints[name].input.parse(input) as object), ...pathOf(name, input) }
    const { starting_after } = input as { starting_after?: string }
    const context: Context = {
      db,
      now,
      caller: { key_id: null, workspace_id: db.workspace_id, scope: 'write', admin: true },
      emit: async () => undefined,
      cursor: {
        last: starting_after === undefined ? undefined : cursors.read(name, starting_after),
        next: (values) => cursors.write(name, values),
      },
      facts: { version: '', rate: null, base_url: '' },
      expectVersion: () => undefined,
      existed: () => undefined,
      afterCommit: () => undefined,
    }
    // Parsed by this row's own schema, answered by this row's own verb.
    return (await verb(context, parsed as never)) as never
  }

const pathOf = (name: string, input: object) =>
  Object.fromEntries(
    [...name.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, Reflect.get(input, param)]),
  )
