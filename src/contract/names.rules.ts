/**
 * Names with the same key are one: of boards, statuses, tags, labels and addresses of portal users. Zod-free. The database
 * has the keys, so that another rule needs a migration.
 */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()
