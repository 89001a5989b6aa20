import type { Generated } from 'kysely'

import type { Instant, Optional } from './columns.ts'

/** One row: what this database belongs to. */
export interface InstanceTable {
  id: Generated<number>
  engine: string
  /** Set at the first start; a process with another secret must not start. */
  secret_fingerprint: Optional<string>
  created_at: Instant
}
