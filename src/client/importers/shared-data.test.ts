import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { campaignsImporter } from '#client/importers/campaigns/campaigns-importer.ts'
import { planCampaigns } from '#client/importers/campaigns/parse-campaigns.ts'
import { changelogImporter } from '#client/importers/changelog/changelog-importer.ts'
import { planChangelog } from '#client/importers/changelog/parse-changelog.ts'
import { contactsImporter } from '#client/importers/contacts/contacts-importer.ts'
import { planContacts } from '#client/importers/contacts/parse-contacts.ts'
import type { ImportCall } from '#client/importers/core/import-call.ts'
import type { ImportReport } from '#client/importers/core/import-report.ts'
import type { Importer } from '#client/importers/core/importer.ts'
import { openImportWorkspace } from '#client/importers/core/test-importer.ts'
import { feedbackImporter } from '#client/importers/feedback/feedback-importer.ts'
import { planGithub } from '#client/importers/feedback/parse-github-issues.ts'
import { planTrello, trelloImporter } from '#client/importers/trello/trello-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { issueRules, releaseRules } from './test-github-leaves.ts'
import { findLosses, type Json, type Leaf, leavesOf, normalize } from './test-leaves.ts'
import { lineRules, linesOf } from './test-line-leaves.ts'
import {
  campaignRules,
  cellsOf,
  type ContactRole,
  contactRules,
  factsOf,
  readCsv,
} from './test-table-leaves.ts'
import { trelloRules } from './test-trello-leaves.ts'

// Real files, each imported twice into a real service. Those that may not be copied into a repository are read from the
// folder that IMPORT_DATA names, with trello/, contacts/, reports/, feedback/ and changelog/ in it; without it the others
// are read from the fixtures.

const folder = process.env['IMPORT_DATA']

/** Undefined for a file that is not here. */
function readSource(file: string): string | undefined {
  if (folder !== undefined) return readFileSync(path.join(folder, file), 'utf8')
  const name = path.basename(file).replace(/^releases-/, '')
  const fixture = [`${name}.gz`, name]
    .map((one) => new URL(`./fixtures/${one}`, import.meta.url))
    .find((url) => existsSync(url))
  if (!fixture) return undefined
  const bytes = readFileSync(fixture)
  return (fixture.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const now = '2026-11-21T00:00:00.000Z'
const changelogOptions = { undated: 'draft', today: '2026-11-21' } as const
const contactOptions = { time_zone: 'UTC', now, unknown_consent: 'unsubscribed' } as const

interface Kind {
  readonly importer: (list_id: string) => Importer
  /** What neither the plan nor the report has, and the texts of the plan, which the requests must have. */
  readonly check: (name: string, text: string) => { losses: string[]; plan: unknown }
}

const contactRoles: Readonly<Record<string, ContactRole>> = {
  email: 'address',
  Email: 'address',
  labels: 'tags',
  Status: 'status',
  Data: 'data',
  subscribed_to_emails: 'opt_in',
  email_disabled: 'opt_out',
  created_at: 'created_at',
}

const campaignColumns = {
  Title: 'name',
  Subject: 'subject',
  'Send Date': 'sent_at',
  'Total Recipients': 'recipients',
  'Successful Deliveries': 'delivered',
  'Soft Bounces': 'bounces_soft',
  'Hard Bounces': 'bounces_hard',
  'Unique Opens': 'opens_unique',
  'Total Opens': 'opens_total',
  'Unique Clicks': 'clicks_unique',
  'Total Clicks': 'clicks_total',
  Unsubscribes: 'unsubscribes',
  'Abuse Complaints': 'complaints',
  'Unique Id': 'id',
  // Of both kinds, and a rate of two counters: neither says more than these.
  'Total Bounces': 'sum',
  'Open Rate': 'sum',
  'Subject Line': 'subject',
  'Delivery Date/Time': 'sent_at',
  Bounces: 'bounces',
  'Recipients Who Opened': 'opens_unique',
  'Recipients Who Clicked': 'clicks_unique',
  'Total Unsubs': 'unsubscribes',
  'Total Abuse Complaints': 'complaints',
}

const kinds = {
  trello: {
    importer: () => trelloImporter({}),
    check: (file_name, text) => {
      const file = JSON.parse(text) as Json
      const plan = planTrello(file, file_name)
      return { losses: findLosses(leavesOf(file), plan.findings, trelloRules(file, plan)), plan }
    },
  },
  contacts: {
    importer: (list_id) => contactsImporter(list_id, contactOptions),
    check: (file_name, text) => {
      const plan = planContacts(text, file_name, contactOptions)
      const rules = contactRules(plan, contactRoles)
      const contacts = plan.contacts.map((one) => ({ ...one, fields: [...one.fields] }))
      return {
        losses: findLosses(cellsOf(readCsv(text)), plan.findings, rules),
        plan: { contacts },
      }
    },
  },
  reports: {
    importer: () => campaignsImporter({ time_zone: 'UTC' }),
    check: (file_name, text) => {
      const plan = planCampaigns(text, file_name, { time_zone: 'UTC' })
      const rows = readCsv(text)
      const cells: Leaf[] = plan.campaigns[0]?.path === 'report' ? factsOf(rows) : cellsOf(rows)
      return {
        losses: findLosses(cells, plan.findings, campaignRules(plan, campaignColumns)),
        plan,
      }
    },
  },
  feedback: {
    importer: () => feedbackImporter({}),
    check: (file_name, text) => {
      const file = JSON.parse(text) as Json
      const plan = planGithub(file, file_name, {})
      return { losses: findLosses(leavesOf(file), plan.findings, issueRules(file, plan)), plan }
    },
  },
  changelog: {
    importer: () => changelogImporter(changelogOptions),
    check: (file_name, text) => {
      const file = file_name.endsWith('.json') ? (JSON.parse(text) as Json) : text
      const plan = planChangelog(file, file_name, changelogOptions)
      const losses =
        typeof file === 'string'
          ? findLosses(linesOf(file), plan.findings, lineRules(plan))
          : findLosses(leavesOf(file), plan.findings, releaseRules(file, plan))
      return { losses, plan: plan.entries }
    },
  },
} as const satisfies Readonly<Record<string, Kind>>

/** Records that the file has, as its manifest counts them; what a file has besides is in the descriptions of cards. */
const expected: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'trello/amirite-2018.json': {
    lists: 7,
    cards: 81,
    labels: 6,
    members: 3,
    checklists: 23,
    attachments: 5,
    comments: 3,
  },
  'trello/hermes-2014.json': {
    lists: 11,
    cards: 55,
    labels: 4,
    members: 4,
    attachments: 1,
    comments: 29,
  },
  'trello/tapmovies-2017.json': {
    lists: 7,
    cards: 62,
    labels: 6,
    members: 4,
    attachments: 21,
    comments: 17,
  },
  'trello/user-location-2024.json': {
    lists: 7,
    cards: 28,
    labels: 2,
    members: 1,
    attachments: 27,
    comments: 24,
  },
  'trello/deck-example-2020.json': { lists: 3, cards: 5, labels: 6, members: 1, checklists: 2 },
  'trello/deck-parse-test-2020.json': {
    lists: 2,
    cards: 4,
    labels: 6,
    members: 1,
    checklists: 5,
    attachments: 3,
  },
  'trello/simple-project-board-2022.json': {
    lists: 5,
    cards: 10,
    labels: 8,
    members: 1,
    checklists: 12,
    attachments: 5,
    comments: 4,
  },
  'trello/kanban-template-2020.json': {
    lists: 8,
    cards: 16,
    labels: 6,
    members: 1,
    attachments: 9,
  },
  'trello/welcome-board-2013.json': {
    lists: 3,
    cards: 18,
    labels: 2,
    members: 2,
    checklists: 3,
    attachments: 2,
    comments: 2,
  },
  'trello/tellybox-2016.json': { lists: 21, cards: 206, labels: 6, members: 1 },
  'trello/product-launch-sample-2026.json': { lists: 4, cards: 5, labels: 6, members: 2 },
  'contacts/grouparoo-records-1000.csv': { contacts: 1000 },
  'contacts/ghost-valid-members-import.csv': { contacts: 2 },
  'contacts/ghost-valid-members-labels.csv': { contacts: 2 },
  'contacts/ghost-comprehensive-members.csv': { contacts: 7 },
  'contacts/ghost-member-export.csv': { contacts: 2 },
  'contacts/keila-rfc4180.csv': { contacts: 201 },
  'contacts/keila-with-status.csv': { contacts: 4 },
  'contacts/keila-with-data.csv': { contacts: 2 },
  'reports/mailchimp-single.csv': { campaigns: 1 },
  'reports/mailchimp-aggregated.csv': { campaigns: 3 },
  'feedback/github-issues-rails-500-2023.json': { posts: 123, 'skipped: pull requests': 377 },
  'feedback/github-archive-edn-literal.json': {
    posts: 27,
    comments: 68,
    tags: 13,
    users: 6,
    'skipped: pull requests': 53,
  },
  'changelog/keep-a-changelog.md': { entries: 17 },
  'changelog/tailwindcss.md': { entries: 330 },
  'changelog/bat.md': { entries: 44 },
  'changelog/releases-dom-testing-library.json': { entries: 286 },
}

/** Closed lists and cards, cards with labels and their labels, due dates, completed cards, people on cards: by the manifest. */
const boards: Readonly<Record<string, readonly number[]>> = {
  'amirite-2018.json': [0, 23, 73, 93, 21, 7, 2],
  'hermes-2014.json': [3, 5, 34, 46, 0, 0, 46],
  'tapmovies-2017.json': [2, 1, 2, 11, 0, 0, 77],
  'user-location-2024.json': [1, 2, 26, 26, 0, 0, 24],
  'deck-example-2020.json': [0, 0, 1, 1, 1, 0, 0],
  'deck-parse-test-2020.json': [0, 0, 0, 0, 0, 0, 0],
  'simple-project-board-2022.json': [1, 1, 3, 4, 0, 0, 0],
  'kanban-template-2020.json': [1, 1, 0, 0, 1, 1, 0],
  'welcome-board-2013.json': [0, 0, 1, 2, 0, 0, 1],
  'tellybox-2016.json': [0, 0, 0, 0, 0, 0, 0],
  'product-launch-sample-2026.json': [0, 0, 5, 6, 4, 1, 5],
}

/** How many records were created, what became part of descriptions, and what was skipped. */
function amountsOf({ counts, in_descriptions = [], not_mapped }: ImportReport) {
  const amounts: Record<string, number> = {}
  for (const [kind, { created }] of Object.entries(counts)) amounts[kind] = created
  for (const line of in_descriptions) {
    const [, count = '', kind = ''] = /^(\d+) (checklist|attachment|comment)/.exec(line) ?? []
    amounts[`${kind}s`] = Number(count)
  }
  for (const { path: line, count } of not_mapped)
    if (line.startsWith('skipped: ')) amounts[line] = count
  return amounts
}

/** The texts that people see; references and places are of the importer. */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return /^(?:name|title|subject|description|details|body|text|email_address)$/.test(key)
      ? value.split('\n').map(normalize)
      : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([part, one]) =>
    part === 'findings' ? [] : textsOf(one, Array.isArray(value) ? key : part),
  )
}

describe.each(Object.entries(expected))('%s', (file, counts) => {
  const text = readSource(file)
  test.skipIf(text === undefined)(
    text === undefined
      ? 'is only in the folder that IMPORT_DATA names'
      : 'is imported whole, and unchanged a second time',
    { timeout: 120_000 },
    async () => {
      if (text === undefined) return
      // The folders are those of the list above.
      const { importer, check } = kinds[path.dirname(file) as keyof typeof kinds] as Kind
      const file_name = path.basename(file)
      const { losses, plan } = check(file_name, text)
      expect(losses).toEqual([])

      const owner = await openImportWorkspace(service)
      const list = await owner.call('POST /lists', { name: 'Readers' })
      const sent: unknown[] = []
      const call: ImportCall = (endpoint, input) => {
        if (!endpoint.startsWith('GET')) sent.push(input)
        return owner.call(endpoint, input)
      }
      const run = async () => {
        const [ready] = await importer(list.id)([{ path: file_name, name: file_name, text }])
        if (!ready) throw new Error('The file has no import.')
        return ready.apply(call, {})
      }
      const report = await run()
      expect(report.rejected).toEqual([])
      expect(amountsOf(report)).toMatchObject(counts)
      const lines = new Set(sent.flatMap((one) => textsOf(one)))
      expect(textsOf(plan).filter((line) => !lines.has(line))).toEqual([])

      sent.length = 0
      const again = await run()
      expect(sent).toEqual([])
      for (const [kind, { read, created }] of Object.entries(report.counts))
        expect(again.counts[kind]).toMatchObject({ read, unchanged: created, created: 0 })
    },
  )

  const [closedLists, ...cards] = boards[path.basename(file)] ?? []
  if (closedLists === undefined) return
  test.skipIf(text === undefined)('has its cards as they were', () => {
    const plan = planTrello(JSON.parse(text ?? ''), file)
    expect(plan.lists.filter(({ archived }) => archived)).toHaveLength(closedLists)
    const count = (is: (card: (typeof plan.cards)[number]) => boolean) =>
      plan.cards.filter(is).length
    expect([
      count(({ status }) => status === 'archived'),
      count(({ label_refs }) => label_refs.length > 0),
      plan.cards.flatMap(({ label_refs }) => label_refs).length,
      count(({ due_at }) => due_at !== null),
      count(({ completed }) => completed),
      plan.cards.flatMap(({ member_refs }) => member_refs).length,
    ]).toEqual(cards)
  })
})
