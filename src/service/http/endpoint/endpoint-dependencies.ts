import type { EndpointName, Parsed } from '#contract/endpoints.ts'
import type { Config } from '#service/config.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import type { Cursors } from '#service/db/pagination.ts'
import type { AuthenticatedContext } from '#service/http/http-message.ts'
import type { ConditionalReads } from '#service/http/policy/conditional-reads.ts'
import type { HashesOf } from '#service/suppression-key.ts'

/** What every endpoint shares. */
export interface EndpointDependencies {
  readonly config: Config
  readonly database: Database
  readonly cursors: Cursors
  readonly addressHashes: HashesOf
  /** Throws `rate_limited` when the key has no tokens left. */
  readonly limitRate: (context: AuthenticatedContext) => void
  readonly conditionalReads: ConditionalReads
  readonly version: string
  readonly locators: ResourceLocators
  readonly networkChecks: NetworkChecks
  /** Tests validate every output against its schema; the running service trusts its verbs. */
  readonly validateResponses?: boolean
  readonly onWrites: () => void
}

/** Checks of the input that use the network, before the transaction: none may be open meanwhile. Throw a refusal. */
type NetworkChecks = {
  readonly [N in EndpointName]?: (input: Parsed<N>) => Promise<void>
}

/** By path up to its last parameter: throws `not_found` when that resource does not exist. */
export type ResourceLocators = Readonly<
  Record<string, (db: WorkspaceDb, params: Record<string, string>) => Promise<unknown>>
>
