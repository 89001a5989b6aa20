/** A server or the folder of its programs; undefined when this machine has neither. */
export function findPostgres(): { url: string } | { bin: string } | undefined
