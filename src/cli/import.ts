import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'
import { type Command, UsageError } from './command.ts'
import {
  type ImportKind,
  dateOrder,
  importCommand,
  oneOfOption,
  timeZone,
  parseDateOrder,
  parseTimeZone,
} from './import-command.ts'

const statuses = ['subscribed', 'pending', 'unsubscribed', 'bounced'] as const
const statusList = `${statuses.slice(0, -1).join(', ')} or bounced`
const status = { placeholder: 'STATUS', description: statusList }

/** `subscribed` is for rows without a status, `abonniert=subscribed` for those with this word. */
function parseStatuses(options: readonly string[]) {
  const words = new Map<string, (typeof statuses)[number]>()
  let status: (typeof statuses)[number] | undefined
  for (const option of options) {
    const end = option.lastIndexOf('=')
    const found = statuses.find((one) => one === option.slice(end + 1))
    if (!found || end === 0 || (end === -1 && status !== undefined))
      throw new UsageError(
        found
          ? `--status ${option} is given twice, or has no word.`
          : `--status must be ${statusList}, not "${option}".`,
      )
    if (end === -1) status = found
    else words.set(option.slice(0, end).trim().toLowerCase(), found)
  }
  return { status, status_words: words }
}

const consents = ['subscribed', 'pending', 'unsubscribed'] as const

const targets = ['email_address', 'tags', 'status', 'created_at', 'opt_in', 'opt_out'] as const

/** What columns become, by header. */
function parseColumns(options: readonly string[]): ReadonlyMap<string, ColumnTarget> {
  const toTarget = (word: string): ColumnTarget | undefined => {
    if (word === 'none') return null
    return word.startsWith('fields.')
      ? `fields.${word.slice('fields.'.length)}`
      : targets.find((target) => target === word)
  }
  return new Map(
    options.map((option) => {
      const end = option.lastIndexOf('=')
      const target = toTarget(option.slice(end + 1))
      if (end < 1 || target === undefined)
        throw new UsageError(
          `--column must be a name, =, and ${targets.join(', ')}, fields.NAME or none, not "${option}".`,
        )
      return [option.slice(0, end), target]
    }),
  )
}

const importContacts: ImportKind = {
  name: 'contacts',
  description:
    'Import contacts from CSV files into a list (safe to run again; a newer file updates)',
  options: {
    list: { placeholder: 'ID', required: true, description: 'target list' },
    status: {
      placeholder: 'STATUS|WORD=STATUS',
      multiple: true,
      description: `of rows without a status, or of rows with this word: ${status.description}`,
    },
    'unknown-status': {
      ...status,
      description: 'of rows with an unknown status (rejected by default)',
    },
    'unknown-consent': {
      placeholder: 'STATUS',
      description: `of rows whose consent is empty or not understood: ${consents.join(', ')} (asked about by default)`,
    },
    column: {
      placeholder: 'NAME=TARGET',
      multiple: true,
      description:
        'what a column becomes: email_address, tags, status, created_at, opt_in, opt_out, fields.NAME or none',
    },
    'tag-separator': {
      placeholder: 'TEXT',
      description: 'splits a cell of tags (by default |, ; or a comma, as the cell shows)',
    },
    resubscribe: {
      description:
        'subscribe contacts again that unsubscribed or bounced and that the file says are subscribed',
    },
    'clear-empty': { description: 'remove fields whose cell is empty (kept by default)' },
    'all-columns': {
      description: 'import Mailchimp-internal columns as fields',
    },
    timezone: timeZone,
    'date-order': dateOrder,
  },
  async importer(args) {
    const { contactsImporter } = await import('#client/importers/contacts/contacts-importer.ts')
    const { isTimeZone } = await import('#client/importers/core/parse-date.ts')
    return contactsImporter(args.get('list') ?? '', {
      time_zone: parseTimeZone(args, isTimeZone),
      date_order: parseDateOrder(args),
      now: new Date().toISOString(),
      ...parseStatuses(args.getAll('status')),
      unknown_consent: oneOfOption(args, 'unknown-consent', consents),
      tag_separator: args.get('tag-separator'),
      columns: parseColumns(args.getAll('column')),
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
  options: { timezone: timeZone, 'date-order': dateOrder },
  async importer(args) {
    const { campaignsImporter } = await import('#client/importers/campaigns/campaigns-importer.ts')
    const { isTimeZone } = await import('#client/importers/core/parse-date.ts')
    return campaignsImporter({
      time_zone: parseTimeZone(args, isTimeZone),
      date_order: parseDateOrder(args),
    })
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
      'date-order': dateOrder,
    },
    async importer(args) {
      const { feedbackImporter } = await import('#client/importers/feedback/feedback-importer.ts')
      return feedbackImporter({
        source: args.get('source'),
        board: args.get('board'),
        date_order: parseDateOrder(args),
      })
    },
  },
]

export const imports: readonly Command[] = kinds.map(importCommand)
