import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { createHmac, timingSafeEqual } from 'node:crypto'

export type CursorValue = string | number | null

/** `binding` contains whatever a cursor must not be used across: workspace, endpoint, path ids, filters, sort. */
export interface Cursors {
  write(binding: string, values: readonly CursorValue[]): string
  /** Undefined when the cursor is invalid, was modified or belongs to another binding. */
  read(binding: string, cursor: string): CursorValue[] | undefined
}

const version = 1
const macLength = 16
/** Contract 3.3. Holds 250 ASCII characters or 80 code points of any kind: longer sort keys must be truncated in the ORDER BY. */
const maxLength = 512

export function createCursors(secret: Uint8Array): Cursors {
  const macOf = (binding: string, payload: Buffer) =>
    createHmac('sha256', secret)
      .update(`${version}\n${Buffer.byteLength(binding)}\n${binding}`)
      .update(payload)
      .digest()
      .subarray(0, macLength)

  return {
    write(binding, values) {
      const payload = Buffer.from(JSON.stringify(values))
      const bytes = Buffer.concat([Buffer.of(version), macOf(binding, payload), payload])
      const cursor = bytes.toString('base64url')
      if (cursor.length > maxLength) throw new Error(`A cursor of ${cursor.length} characters`)
      return cursor
    },

    read(binding, cursor) {
      if (cursor.length > maxLength || !/^[\w-]+$/.test(cursor)) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes[0] !== version || bytes.length <= 1 + macLength) return undefined
      // Canonical base64 only: the unused low bits of the last character could otherwise change.
      if (bytes.toString('base64url') !== cursor) return undefined
      const payload = bytes.subarray(1 + macLength)
      if (!timingSafeEqual(bytes.subarray(1, 1 + macLength), macOf(binding, payload)))
        return undefined
      // Trusted: the MAC covers it.
      return JSON.parse(payload.toString()) as CursorValue[]
    },
  }
}

/** `count(*)` as a number: a `bigint` is read as a string. */
export const countAll = (): RawBuilder<number> => sql<number>`count(*)::int`

export async function countRows<Database, Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(countAll().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
