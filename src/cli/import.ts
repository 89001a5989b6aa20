import { type Command, UsageError } from './command.ts'
import { type ImportKind, importCommand, oneOf, timeZone, timeZoneOf } from './import-command.ts'

const statuses = ['subscribed', 'pending', 'unsubscribed', 'bounced'] as const
const status = { value: 'STATUS', about: `${statuses.slice(0, -1).join(', ')} or bounced` }

const importContacts: ImportKind = {
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
    const { isTimeZone } = await import('#client/importers/core/parse-date.ts')
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

const importCampaigns: ImportKind = {
  name: 'campaigns',
  about:
    'Imports sent campaigns with their results from CSV reports. Importing a file again changes nothing; a newer one updates.',
  options: { timezone: timeZone },
  async importer(given) {
    const { campaignsImporter } = await import('#client/importers/campaigns/campaigns-importer.ts')
    const { isTimeZone } = await import('#client/importers/core/parse-date.ts')
    return campaignsImporter({ time_zone: timeZoneOf(given, isTimeZone) })
  },
}

const kinds: readonly ImportKind[] = [
  {
    name: 'trello',
    about:
      'Imports boards from Trello’s JSON exports. Importing a file again changes nothing; a newer one updates.',
    importer: async () =>
      (await import('#client/importers/trello/trello-importer.ts')).trelloImporter,
  },
  importContacts,
  importCampaigns,
  {
    name: 'changelog',
    about:
      'Imports changelogs in Markdown and lists of GitHub releases. Nobody is told of old news; a second run changes nothing.',
    options: {
      source: {
        value: 'NAME',
        about: 'names the changelog, else its repository or file does; two products need two names',
      },
      undated: {
        value: 'draft|published',
        about:
          'makes versions without a date drafts (which is the rule), or publishes them with today’s',
      },
    },
    async importer(given) {
      const undated = given.text('undated') ?? 'draft'
      if (undated !== 'draft' && undated !== 'published')
        throw new UsageError(`--undated is draft or published, not "${undated}".`)
      const { changelogImporter } =
        await import('#client/importers/changelog/changelog-importer.ts')
      const today = new Date().toISOString().slice(0, 10)
      return changelogImporter({ source: given.text('source'), undated, today })
    },
  },
  {
    name: 'feedback',
    about:
      'Imports posts with comments, votes and people from dumps of GitHub issues and from CSV files. A second run changes nothing.',
    options: {
      board: { value: 'ID|SLUG', about: 'puts the posts on this board, else one is made for them' },
      source: {
        value: 'NAME',
        about: 'names what is imported where the file does not; two sites need two names',
      },
    },
    async importer(given) {
      const { feedbackImporter } = await import('#client/importers/feedback/feedback-importer.ts')
      return feedbackImporter({ source: given.text('source'), board: given.text('board') })
    },
  },
]

export const imports: readonly Command[] = kinds.map(importCommand)
