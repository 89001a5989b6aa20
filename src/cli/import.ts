import { type Command, UsageError } from './command.ts'
import {
  type ImportKind,
  importCommand,
  oneOfOption,
  timeZone,
  parseTimeZone,
} from './import-command.ts'

const statuses = ['subscribed', 'pending', 'unsubscribed', 'bounced'] as const
const status = {
  placeholder: 'STATUS',
  description: `${statuses.slice(0, -1).join(', ')} or bounced`,
}

const importContacts: ImportKind = {
  name: 'contacts',
  description:
    'Import contacts from CSV files into a list (safe to run again; a newer file updates)',
  options: {
    list: { placeholder: 'ID', required: true, description: 'target list' },
    status: { ...status, description: `of rows without a status: ${status.description}` },
    'unknown-status': {
      ...status,
      description: 'of rows with an unknown status (rejected by default)',
    },
    resubscribe: { description: 'subscribe contacts again that unsubscribed or bounced' },
    'clear-empty': { description: 'remove fields whose cell is empty (kept by default)' },
    'all-columns': {
      description: 'import Mailchimp-internal columns as fields',
    },
    timezone: timeZone,
  },
  async importer(args) {
    const { contactsImporter } = await import('#client/importers/contacts/contacts-importer.ts')
    const { isTimeZone } = await import('#client/importers/core/parse-date.ts')
    return contactsImporter(args.get('list') ?? '', {
      time_zone: parseTimeZone(args, isTimeZone),
      now: new Date().toISOString(),
      status: oneOfOption(args, 'status', statuses),
      unknown_status: oneOfOption(args, 'unknown-status', statuses),
      resubscribe: args.has('resubscribe'),
      all_columns: args.has('all-columns'),
      clear_empty: args.has('clear-empty'),
    })
  },
}

const importCampaigns: ImportKind = {
  name: 'campaigns',
  description:
    'Import sent campaigns and their results from CSV reports (safe to run again; a newer file updates)',
  options: { timezone: timeZone },
  async importer(args) {
    const { campaignsImporter } = await import('#client/importers/campaigns/campaigns-importer.ts')
    const { isTimeZone } = await import('#client/importers/core/parse-date.ts')
    return campaignsImporter({ time_zone: parseTimeZone(args, isTimeZone) })
  },
}

const kinds: readonly ImportKind[] = [
  {
    name: 'trello',
    description: 'Import boards from Trello JSON exports (safe to run again; a newer file updates)',
    options: {
      'done-list': {
        placeholder: 'NAME',
        description: 'list that completes its cards, such as Done',
      },
    },
    async importer(args) {
      const { trelloImporter } = await import('#client/importers/trello/trello-importer.ts')
      return trelloImporter({ done_list: args.get('done-list') })
    },
  },
  importContacts,
  importCampaigns,
  {
    name: 'changelog',
    description:
      'Import Markdown changelogs and GitHub releases, without notifications (safe to run again; a newer file updates)',
    options: {
      source: {
        placeholder: 'NAME',
        description:
          'name of the changelog, by default its repository or file; use one per product',
      },
      undated: {
        placeholder: 'draft|published',
        description:
          'versions without a date: draft (default), or published today; versions said to be unreleased stay drafts',
      },
    },
    async importer(args) {
      const undated = args.get('undated') ?? 'draft'
      if (undated !== 'draft' && undated !== 'published')
        throw new UsageError(`--undated must be draft or published, not "${undated}".`)
      const { changelogImporter } =
        await import('#client/importers/changelog/changelog-importer.ts')
      const today = new Date().toISOString().slice(0, 10)
      return changelogImporter({ source: args.get('source'), undated, today })
    },
  },
  {
    name: 'feedback',
    description:
      'Import posts, comments, votes and people from GitHub issues (API, gh, GraphQL) and CSV files (safe to run again; a newer file updates)',
    options: {
      board: {
        placeholder: 'ID|SLUG',
        description: 'target board (created by default)',
      },
      source: {
        placeholder: 'NAME',
        description: 'name of the source if the file has none; use one per site',
      },
    },
    async importer(args) {
      const { feedbackImporter } = await import('#client/importers/feedback/feedback-importer.ts')
      return feedbackImporter({ source: args.get('source'), board: args.get('board') })
    },
  },
]

export const imports: readonly Command[] = kinds.map(importCommand)
