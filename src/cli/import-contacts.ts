import type { ImportKind } from './import-command.ts'
import { oneOf, timeZone, timeZoneOf } from './import-options.ts'

const statuses = ['subscribed', 'pending', 'unsubscribed', 'bounced'] as const
const status = { value: 'STATUS', about: `${statuses.slice(0, -1).join(', ')} or bounced` }

export const importContacts: ImportKind = {
  name: 'contacts',
  about:
    'Imports the contacts of CSV files into a list. Importing a file again changes nothing; a newer one updates.',
  options: {
    list: { value: 'ID', required: true, about: 'the list they come into' },
    status: { ...status, about: `of rows that name none: ${status.about}` },
    'unknown-status': {
      ...status,
      about: 'of rows with a word that is no status; without it they are rejected',
    },
    resubscribe: { about: 'lets the file subscribe again who left or bounced' },
    'clear-empty': { about: 'an empty cell takes the field away; otherwise it stays' },
    'all-columns': { about: 'imports the columns that Mailchimp keeps for itself, as fields' },
    timezone: timeZone,
  },
  async importer(given) {
    const { contactsImporter } = await import('#client/importers/contacts/contacts-importer.ts')
    const { isTimeZone } = await import('#client/importers/core/local-time.ts')
    return contactsImporter(given.text('list') ?? '', {
      time_zone: timeZoneOf(given, isTimeZone),
      now: new Date().toISOString(),
      status: oneOf(given, 'status', statuses),
      unknown_status: oneOf(given, 'unknown-status', statuses),
      resubscribe: given.has('resubscribe'),
      all_columns: given.has('all-columns'),
      clear_empty: given.has('clear-empty'),
    })
  },
}
