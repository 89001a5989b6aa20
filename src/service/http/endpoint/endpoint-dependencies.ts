import type { Config } from '#service/config.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import type { Cursors } from '#service/db/pagination.ts'
import type { AuthenticatedContext } from '#service/http/http-message.ts'
import type { ConditionalReads } from '#service/http/policy/conditional-reads.ts'

/** What every endpoint is made with. */
export interface EndpointDependencies {
  readonly database: Database
  readonly cursors: Cursors
  /** Refuses who asks too often. */
  readonly limitRate: (context: AuthenticatedContext, now: Date) => void
  readonly conditionalReads: ConditionalReads
  readonly version: string
  /** Requests a second and burst of one key, or null. */
  readonly rate: Config['rate']
  readonly profile: Config['profile']
  readonly publicUrl: string | undefined
  /** For paths whose resource must be found missing before its body is found invalid. */
  readonly locators: ResourceLocators
  /** Tests parse every answer with its row's schema; the running service trusts its verbs. */
  readonly validateResponses: boolean
  readonly onWrites: (limitRate: number) => void
}

/** By path up to its last parameter: refuses with `not_found` when that resource is missing. */
export type ResourceLocators = Readonly<
  Record<string, (db: WorkspaceDb, path: Record<string, string>) => Promise<unknown>>
>
