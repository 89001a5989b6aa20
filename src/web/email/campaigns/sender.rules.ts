import type { Campaign } from '#client/resources.ts'

/** As mail apps write it: "Ana <ana@example.com>". */
export const formatSender = (from: NonNullable<Campaign['from']>): string =>
  from.name ? `${from.name} <${from.email_address}>` : from.email_address
