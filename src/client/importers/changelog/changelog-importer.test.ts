import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type ApplyOptions, fetchAll } from '#client/importers/core/import-call.ts'
import {
  type ImportWorkspace,
  countsOf,
  openImportWorkspace,
} from '#client/importers/core/test-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { changelogImporter } from './changelog-importer.ts'
import type { ChangelogOptions } from './changelog-plan.ts'

let service: TestService
let owner: ImportWorkspace
let call: ImportWorkspace['call']

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await openImportWorkspace(service)
  call = owner.call
})

const exported = (name: string) =>
  gunzipSync(readFileSync(new URL(`../fixtures/${name}.gz`, import.meta.url))).toString('utf8')

interface RunOptions extends ApplyOptions, Partial<ChangelogOptions> {
  readonly name?: string
}
const runImport = async (text: string, { name = 'CHANGES.md', ...options }: RunOptions = {}) => {
  const importer = changelogImporter({ today: '2026-11-20', ...options })
  const [report] = await owner.run(importer, { [name]: text }, options)
  if (!report) throw new Error('nothing was imported')
  return report
}
const stored = () => fetchAll(call, 'GET /feedback/changelog/entries', { include_drafts: true })
const labels = async () => (await call('GET /feedback/changelog/labels', {})).data

test.each([
  ['keep-a-changelog.md', 17, 16, 4],
  ['bat.md', 44, 0, 12],
])(
  '%s arrives whole and in its order, nobody is told, and a second import writes nothing',
  async (name, entries, published, named) => {
    const text = exported(name)
    expect((await runImport(text, { name })).counts).toEqual({
      labels: countsOf(named, { created: named }),
      entries: countsOf(entries, { created: entries }),
    })
    const result = await stored()
    expect(result.filter(({ status }) => status === 'published')).toHaveLength(published)
    expect(result.filter(({ notify }) => notify)).toEqual([])
    const titles = [...text.matchAll(/^##? \[?(v?[\d.]+)\]?/gm)].map((found) => found[1])
    expect(result.map(({ title }) => title).filter((title) => /\d/.test(title))).toEqual(titles)
    expect(new Set((await owner.eventsWithSilence()).map(({ silent }) => silent))).toEqual(
      new Set([true]),
    )
    await owner.events()

    expect((await runImport(text, { name })).counts).toEqual({
      labels: countsOf(named, { unchanged: named }),
      entries: countsOf(entries, { unchanged: entries }),
    })
    expect(await stored()).toEqual(result)
    expect(await owner.events()).toEqual([])
  },
  120_000,
)

const caseFile = (name: string) =>
  readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url), 'utf8')

test.each<[string, [string, string | null][]]>([
  [
    'changelog-heading-words.md',
    [
      '1.6.0',
      '1.5.0 🎉',
      '1.4.0 Beta 2',
      '1.3.0 Quiet river',
      '1.2.0 (fixes for Safari)',
      '1.1.0',
    ].map((title) => [title, '2026-11-20']),
  ],
  [
    'changelog-three-levels.md',
    [
      ['2.1.0', '2024-05-06'],
      ['2.0.1', '2024-04-02'],
      ['2.0.0', '2024-03-01'],
    ],
  ],
  [
    'changelog-date-below.md',
    [
      ['v1.1.0', '2021-01-20'],
      ['v1.0.0', '2020-07-03'],
      ['0.9.0', '2020-05-06'],
      ['0.8.0', '2020-05-01'],
    ],
  ],
  [
    'changelog-next.md',
    [
      ['2.2.0', null],
      ['2.1.0', null],
      ['2.0.1', null],
      ['2.0.0', '2024-05-06'],
    ],
  ],
  [
    'changelog-anchors.md',
    [
      ['1.1.0', '2024-02-01'],
      ['1.0.0', '2024-01-01'],
    ],
  ],
])(
  '%s becomes its versions with their dates, and a second import changes nothing',
  async (name, versions) => {
    const text = caseFile(name)
    const read = countsOf(versions.length)
    const first = await runImport(text, { name, undated: 'published' })
    expect(first.counts.entries).toEqual({ ...read, created: versions.length })
    const result = await stored()
    expect(
      result.map(({ title, published_at }) => [title, published_at?.slice(0, 10) ?? null]),
    ).toEqual(versions)
    expect(result.filter(({ body }) => body.includes('<a '))).toEqual([])
    expect(first.notes.filter(({ message }) => message.startsWith('heading'))).toEqual([])
    const second = await runImport(text, { name, undated: 'published' })
    expect(second.counts.entries).toEqual({ ...read, unchanged: versions.length })
    expect(await stored()).toEqual(result)
  },
)

test.each([
  ['gh-releases-slurp.json', ['v1.3', 'v1.2', 'v1.1'], []],
  [
    'gh-release-list.json',
    ['2.1', 'v2.0'],
    [
      {
        code: 'no_release_texts',
        params: {},
        message: 'the list has no texts of releases: get it with gh api repos/OWNER/NAME/releases',
        count: 2,
        example: '2.1',
      },
    ],
  ],
])('%s becomes its releases, and a second import changes nothing', async (name, titles, notes) => {
  const text = caseFile(name)
  const report = await runImport(text, { name })
  expect(report.notes).toEqual(notes)
  const result = await stored()
  expect(result.map(({ title }) => title)).toEqual(titles)
  const { counts } = await runImport(text, { name })
  expect(counts.entries).toEqual(countsOf(titles.length, { unchanged: titles.length }))
  expect(await stored()).toEqual(result)
})

test('a dry run writes nothing and counts the same', async () => {
  const text = '## 1.1 - 2024-05-06\n\n### Added\n\n- A\n\n## 1.0\n'
  const dry = await runImport(text, { dry_run: true })
  expect(await stored()).toEqual([])
  expect(await labels()).toEqual([])
  expect(await owner.events()).toEqual([])
  expect((await runImport(text)).counts).toEqual(dry.counts)
})

test('a newer file updates: what was unreleased stays a draft, and what was added here stays', async () => {
  await runImport('## Unreleased\n\n- Soon\n\n## 1.0 - 2024-05-01\n\n### Fixed\n\n- A\n')
  const [draft, first] = await stored()
  const mine = await call('POST /feedback/changelog/labels', { name: 'Mine' })
  const entry_id = first?.id ?? ''
  const label_ids = [...(first?.label_ids ?? []), mine.id]
  await call('PATCH /feedback/changelog/entries/:entry_id', { entry_id, label_ids })

  const newer =
    '## Unreleased\n\n## 1.1 - 2024-05-02\n\n### Fixed\n\n- Now\n\n## 1.0 - 2024-05-01\n\n### Security\n\n- A and B\n'
  const { counts } = await runImport(newer)
  expect(counts.entries).toEqual(countsOf(3, { created: 1, updated: 2 }))
  const here = await stored()
  expect(here.map(({ title, body, status }) => [title, body, status])).toEqual([
    ['Unreleased', '', 'draft'],
    ['1.1', '### Fixed\n\n- Now', 'published'],
    ['1.0', '### Security\n\n- A and B', 'published'],
  ])
  expect(here[0]?.id).toBe(draft?.id)
  const names = new Map((await labels()).map(({ id, name }) => [id, name]))
  expect(here[2]?.label_ids?.map((id) => names.get(id))).toEqual(['Security', 'Mine'])
})

test('versions without a date can be published at a later import, and then keep their day', async () => {
  const text = '## 1.1\n\n## 1.0\n'
  await runImport(text)
  expect((await stored()).map(({ status }) => status)).toEqual(['draft', 'draft'])
  const { counts } = await runImport(text, { undated: 'published' })
  expect(counts.entries).toEqual(countsOf(2, { updated: 2 }))
  const published = await stored()
  expect(published.map(({ title, published_at, notify }) => [title, published_at, notify])).toEqual(
    [
      ['1.1', '2026-11-20T00:00:00.000Z', false],
      ['1.0', '2026-11-20T00:00:00.000Z', false],
    ],
  )
  await runImport(text, { undated: 'published', today: '2026-11-21' })
  await runImport(text)
  expect(await stored()).toEqual(published)
})

test('webhook events of an import are sent only when requested', async () => {
  await runImport('## 1.0 - 2024-05-01\n', { emit_events: true })
  const audibleEvents = (await owner.eventsWithSilence()).filter(({ silent }) => !silent)
  expect(audibleEvents.map(({ kind }) => kind)).toEqual([
    'changelog.created',
    'changelog.published',
  ])
  expect(audibleEvents.every(({ body }) => body.includes('"notify":false'))).toBe(true)
})

test('a label that is here in another spelling is used as it is', async () => {
  const result = await call('POST /feedback/changelog/labels', { name: 'FIXED', color: 'red' })
  await runImport('## 1.0 - 2024-05-01\n\n### Fixed\n\n- A\n')
  expect(await labels()).toMatchObject([
    { id: result.id, name: 'FIXED', color: 'red', entry_count: 1 },
  ])
})
