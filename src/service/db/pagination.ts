import { type RawBuilder, sql } from 'kysely'
import { createHmac, timingSafeEqual } from 'node:crypto'

export type CursorValue = string | number | null

/** `binding` joins whatever the cursor must not be carried to: workspace, endpoint, path ids, filters, sort. */
export interface Cursors {
  write(binding: string, values: readonly CursorValue[]): string
  /** Undefined when the cursor is not ours, was changed, or belongs to another binding. */
  read(binding: string, cursor: string): CursorValue[] | undefined
}

const version = 1
const macLength = 16
/** Contract 3.3. Holds 250 ASCII characters or 80 code points of any kind: longer sort texts must be cut in the ORDER BY itself. */
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
      // One spelling only: unused low bits of the last character would otherwise be free to change.
      if (bytes.toString('base64url') !== cursor) return undefined
      const payload = bytes.subarray(1 + macLength)
      if (!timingSafeEqual(bytes.subarray(1, 1 + macLength), macOf(binding, payload)))
        return undefined
      // Written by us: the MAC covers it.
      return JSON.parse(payload.toString()) as CursorValue[]
    },
  }
}

/** `count(*)` as a number: `bigint` would arrive as a string. */
export const countAll = (): RawBuilder<number> => sql<number>`count(*)::int`
