import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

import { planCampaigns } from '#client/importers/campaigns/parse-campaigns.ts'
import { planChangelog } from '#client/importers/changelog/parse-changelog.ts'
import { planContacts } from '#client/importers/contacts/parse-contacts.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import { parseFeedbackTable, planTables } from '#client/importers/feedback/parse-feedback-csv.ts'
import { planFider } from '#client/importers/feedback/parse-fider.ts'
import { planGithub } from '#client/importers/feedback/parse-github-issues.ts'
import { planTrello } from '#client/importers/trello/trello-importer.ts'
import { issueRules, releaseRules } from './test-github-leaves.ts'
import { changeFile, changes, findLosses, type Json, leavesOf } from './test-leaves.ts'
import { lineChanges, lineRules, linesOf } from './test-line-leaves.ts'
import {
  campaignRules,
  cellsOf,
  type ContactRole,
  contactRules,
  feedbackTableRules,
  readCsv,
  tableChanges,
  toCsv,
} from './test-table-leaves.ts'
import { trelloRules } from './test-trello-leaves.ts'

// Whatever a file contains is planned or counted in the report by its path: every leaf of the fixtures, and of what becomes
// of them when fields, items, cells and lines are removed, renamed, added and of another type. The oracle is the file.

/** The same each time, for each file its own; others are tried with `IMPORT_VARIANTS=1000`, of which `IMPORT_SEED` repeats a run. */
const variants = process.env['IMPORT_VARIANTS']
const runs = (name: string, usual: number) => {
  const own = [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 2 ** 31, 34)
  const seed = process.env['IMPORT_SEED'] ?? (variants === undefined ? own : undefined)
  return {
    numRuns: Number(variants ?? usual),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  }
}

const read = (name: string) => {
  const bytes = readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** Nothing is lost of a file that is refused. */
function lossesOf(find: () => string[]): string[] {
  try {
    return find()
  } catch (error) {
    if (error instanceof FileRefused) return []
    throw error
  }
}

const changelogOptions = { source: 'w', undated: 'draft', today: '2026-11-21' } as const

const nat = fc.nat(1_000_000)
const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) =>
  // Object.keys forgets the type of its keys.
  fc.constantFrom(...(Object.keys(record) as K[]))
const marks = ['Zq0xMark', 'Zq1xMark', 'Zq2xMark']
const several = <T>(one: fc.Arbitrary<T>) =>
  fc.array(one, { minLength: 1, maxLength: marks.length })

/** The value of a file, or the list of those that follow one another. */
function parseValues(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    const list = text
      .trim()
      .replaceAll(/\}\s*\{/g, '},{')
      .replaceAll(/\]\s*\[/g, '],[')
    return JSON.parse(`[${list}]`) as Json
  }
}

function describeJson(name: string, find: (file: Json) => string[]) {
  const text = read(name)
  const file = parseValues(text)
  test(`${name} loses no leaf in silence`, () => {
    expect(find(file)).toEqual([])
  })
  test(`${name} loses no leaf in silence when it is changed`, { timeout: 300_000 }, () => {
    const change = fc.record({ path: nat, place: nat, kind: keysOf(changes) })
    fc.assert(
      fc.property(several(change), (list) => {
        expect(lossesOf(() => find(changeFile(file, list)))).toEqual([])
      }),
      runs(name, text.length > 100_000 ? 3 : 40),
    )
  })
}

describe('trello', () => {
  const files = [
    'amirite-2018',
    'deck-example-2020',
    'deck-parse-test-2020',
    'hermes-2014',
    'kanban-template-2020',
    'product-launch-sample-2026',
    'simple-project-board-2022',
    'tapmovies-2017',
    'user-location-2024',
    'welcome-board-2013',
  ].map((name) => `${name}.json.gz`)
  const cases = ['string-labels', 'comments-newest-first', 'comments-oldest-first']
  for (const name of [...files, ...cases.map((one) => `cases/trello-${one}.json`)])
    describeJson(name, (file) => {
      const plan = planTrello(file, name)
      return findLosses(leavesOf(file), plan.findings, trelloRules(file, plan))
    })
})

describe('issues', () => {
  const cases = ['issue-list', 'api-slurp', 'api-paginate', 'issues.ndjson', 'search']
  for (const name of cases.map((one) => `cases/gh-${one}.json`))
    describeJson(name, (file) => {
      const plan = planGithub(file, name, { source: 'acme/w' })
      return findLosses(leavesOf(file), plan.findings, issueRules(file, plan))
    })
})

describe('releases', () => {
  for (const name of [
    'cases/gh-releases-slurp.json',
    'cases/gh-release-list.json',
    'dom-testing-library.json.gz',
  ])
    describeJson(name, (file) => {
      const plan = planChangelog(file, name, changelogOptions)
      return findLosses(leavesOf(file), plan.findings, releaseRules(file, plan))
    })
})

function describeTable(name: string, rows: string[][], find: (rows: string[][]) => string[]) {
  test(`${name} loses no cell in silence`, () => {
    expect(find(rows)).toEqual([])
  })
  test(`${name} loses no cell in silence when it is changed`, { timeout: 120_000 }, () => {
    const change = fc.record({ row: nat, column: nat, kind: keysOf(tableChanges) })
    fc.assert(
      fc.property(several(change), (list) => {
        const copy = rows.map((cells) => [...cells])
        for (const [at, { row, column, kind }] of list.entries()) {
          const width = Math.max(1, copy[0]?.length ?? 0)
          tableChanges[kind](copy, row % copy.length, column % width, marks[at] ?? '')
        }
        expect(lossesOf(() => find(copy))).toEqual([])
      }),
      runs(name, rows.length > 100 ? 5 : 60),
    )
  })
}

/** Rows without a cell are no rows of a table. */
const filled = (rows: readonly string[][]) =>
  rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))

const contactRoles: Readonly<Record<string, ContactRole>> = {
  email: 'address',
  Email: 'address',
  labels: 'tags',
  Tags: 'tags',
  status: 'status',
  Status: 'status',
  Data: 'data',
  subscribed_to_emails: 'opt_in',
  email_disabled: 'opt_out',
  unsubscribed_at: 'opt_out',
  created_at: 'created_at',
}

describe('contacts', () => {
  const files = [
    'valid-members-import',
    'valid-members-labels',
    'comprehensive-members',
    'member-export',
  ]
  const cases = ['optouts', 'dates', 'dayfirst', 'sep-line', 'tags']
  const text = (name: string) => read(name).replace(/^sep=;\r?\n/, '')
  for (const name of [
    ...files.map((one) => `ghost-${one}.csv`),
    'grouparoo-records-1000.csv.gz',
    ...cases.map((one) => `cases/contacts-${one}.csv`),
  ])
    describeTable(name, readCsv(text(name), name.includes('sep-line') ? ';' : ','), (all) => {
      const rows = filled(all)
      const plan = planContacts(toCsv(rows), name, {
        time_zone: 'UTC',
        now: '2026-11-21T00:00:00.000Z',
        unknown_consent: 'unsubscribed',
      })
      return findLosses(cellsOf(rows), plan.findings, contactRules(plan, contactRoles))
    })
})

describe('feedback tables', () => {
  const tables = {
    'posts.csv': `id,title,body,author_email,author_name,status,tags,vote_count,created_at,updated_at,response,response_at,response_by
1,Dark mode,Eyes hurt,ada@example.com,Ada,open,"ui, theme",12,2024-05-06T10:00:00Z,2024-05-07T10:00:00Z,Soon,2024-05-08T10:00:00Z,ben@example.com
2,Export,,ben@example.com,,planned,,3,,,,,`,
    'comments.csv': `id,post_id,body,author_email,author_name,is_staff,created_at
7,1,Me too,ada@example.com,Ada,false,2024-05-06T10:00:00Z
8,1,On it,ben@example.com,Ben,true,2024-05-07T10:00:00Z`,
    'notes.csv': `id,post_id,body,author_email,created_at
9,1,Hard,ben@example.com,2024-05-07T10:00:00Z`,
    'votes.csv': `post_id,voter_email,voter_name,created_at
1,cy@example.com,Cy,2024-05-06T10:00:00Z
1,dora@example.com,Dora,`,
    'fider.csv': `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
1,Dark mode,Eyes hurt,2024-05-06T10:00:00Z,Ada,12,2,started,Ben,2024-05-08T10:00:00Z,Soon,,,ui
2,Night mode,,2024-05-07T10:00:00Z,Cy,1,0,duplicate,,,,1,Dark mode,`,
  }
  for (const [name, text] of Object.entries(tables))
    describeTable(name, readCsv(text), (all) => {
      const rows = filled(all)
      const table = parseFeedbackTable({ path: name, name, text: toCsv(rows) })
      const plan =
        table.kind === 'fider' ? planFider(table, {}) : planTables([table], { source: 'acme' })
      return findLosses(cellsOf(rows, `${name} `), plan.findings, feedbackTableRules(plan, name))
    })
})

describe('campaigns', () => {
  const columns = {
    Title: 'name',
    Subject: 'subject',
    'Send Date': 'sent_at',
    'Total Recipients': 'recipients',
    'Successful Deliveries': 'delivered',
    'Soft Bounces': 'bounces_soft',
    'Hard Bounces': 'bounces_hard',
    'Unique Opens': 'opens_unique',
    'Total Opens': 'opens_total',
    Unsubscribes: 'unsubscribes',
    'Unique Id': 'id',
  }
  const text = `${[...Object.keys(columns), 'List', 'Times Forwarded'].join(',')}
May,Hello,"Jun 09, 2018 09:30 pm","1,110","1,108",1,1,30,57,4,17ab,Readers,2
June,Again,"Jul 09, 2018 09:30 pm",120,118,1,1,31,60,0,18ab,Readers,0`
  describeTable('campaigns.csv', readCsv(text), (all) => {
    const rows = filled(all)
    const plan = planCampaigns(toCsv(rows), 'campaigns.csv', { time_zone: 'UTC' })
    return findLosses(cellsOf(rows), plan.findings, campaignRules(plan, columns))
  })
})

describe('lines', () => {
  const cases = ['heading-words', 'date-below', 'three-levels', 'next', 'anchors']
  const files = ['keep-a-changelog', 'tailwindcss', 'bat']
  for (const name of [
    ...cases.map((one) => `cases/changelog-${one}.md`),
    ...files.map((one) => `${one}.md.gz`),
  ]) {
    const text = read(name)
    const find = (changed: string) => {
      const plan = planChangelog(changed, name, changelogOptions)
      return findLosses(linesOf(changed), plan.findings, lineRules(plan))
    }
    test(`${name} loses no line in silence`, () => {
      expect(find(text)).toEqual([])
    })
    test(`${name} loses no line in silence when it is changed`, { timeout: 120_000 }, () => {
      const change = fc.record({ at: nat, kind: keysOf(lineChanges) })
      fc.assert(
        fc.property(several(change), (list) => {
          const lines = text.split('\n')
          for (const [index, { at, kind }] of list.entries())
            lineChanges[kind](lines, at % lines.length, marks[index] ?? '')
          expect(lossesOf(() => find(lines.join('\n')))).toEqual([])
        }),
        runs(name, text.length > 10_000 ? 4 : 40),
      )
    })
  }
})
