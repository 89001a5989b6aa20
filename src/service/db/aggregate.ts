import { type RawBuilder, sql } from 'kysely'

/** `count(*)` as a number: `bigint` would arrive as a string. */
export const countAll = (): RawBuilder<number> => sql<number>`count(*)::int`
