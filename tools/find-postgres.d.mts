/** Where PostgreSQL is for the tests; undefined when this machine has none. */
export function findPostgres(): { url: string } | { bin: string } | undefined
