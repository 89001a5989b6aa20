import { type RawBuilder, sql } from 'kysely'

import { afterMs } from '#service/db/rows.ts'

/** Who holds a row, and for how long. The time is that of the database, because the clocks of processes differ. */
export interface Lease {
  readonly owner: string
  readonly ms: number
}

/** The columns that claim a row. A claim also counts its attempt, so that no number is used twice. */
export const claimColumns = ({ owner, ms }: Lease): RawBuilder<unknown> => sql`
  state = 'claimed', claimed_by = ${owner}, claimed_until = ${afterMs(ms)}`

/** Rows whose process is gone. On the embedded engine only one process runs, so that at its start every claim is. */
export const isLeaseExpired = (isOnlyProcess: boolean): RawBuilder<boolean> =>
  isOnlyProcess ? sql`state = 'claimed'` : sql`state = 'claimed' and claimed_until < now()`
