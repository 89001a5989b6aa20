import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { parseJsonPages } from '#client/importers/formats/json-pages.ts'
import { changelogImporter } from './changelog-importer.ts'
import type { ChangelogOptions } from './changelog-plan.ts'
import { planChangelog } from './parse-changelog.ts'
import { findDate } from './release-date.ts'

const plan = (file: unknown, options: Partial<ChangelogOptions> = {}, name = 'CHANGES.md') =>
  planChangelog(file, name, { today: '2026-11-21', ...options })
const entryOf = (text: string) => plan(text).entries.at(-1)
const warnings = (text: string) => plan(text).findings.notes.map(formatNote)
const unmapped = (text: string) =>
  plan(text).findings.not_mapped.map(({ path, amount }) => `${path}: ${amount}`)

test.each([
  ['2024-05-06', '2024-05-06'],
  ['2024/5/6', '2024-05-06'],
  ['06.05.2024', '2024-05-06'],
  ['May 6, 2024', '2024-05-06'],
  ['Mon, 6 May 2024', '2024-05-06'],
  ['6th December, 2024', '2024-12-06'],
  ['Dec. 1st 2024', '2024-12-01'],
  ['21-Sep-2024', '2024-09-21'],
])('a date may be written %s', (written, date) => {
  expect(findDate(` - ${written}`)).toMatchObject({ date, before: ' - ', after: '' })
})

test('an invalid or ambiguous date is omitted with a warning', () => {
  expect(findDate('2024-02-30')?.date).toBeNull()
  expect(findDate('05/06/2024')).toBeUndefined()
  expect(warnings('## 1.0.0 - 2024-02-30')).toEqual([
    'invalid date, omitted',
    'version without a date: made a draft',
  ])
})

const day = '2024-05-06T00:00:00.000Z'

test.each([
  ['## [1.2.0] - 2024-05-06', '1.2.0'],
  ['## 1.2.0 (2024-05-06)', '1.2.0'],
  ['# v1.2.0 / 2024-05-06', 'v1.2.0'],
  ['## [1.2.0](https://example.com/compare/1...2) (2024-05-06)', '1.2.0'],
  ['## Version 1.2.0 – 6 May 2024 ##', '1.2.0'],
  ['### [widgets@1.2.0] - 2024-05-06', 'widgets@1.2.0'],
  ['## 1.2.0-rc.1+build.5 - 2024-05-06', '1.2.0-rc.1+build.5'],
  ['## 1.2.0 "Quiet river" - 2024-05-06', '1.2.0 "Quiet river"'],
  ['1.2.0 / 2024-05-06\n==================', '1.2.0'],
  ['1.2.0 (2024-05-06)\n------------------', '1.2.0'],
])('%j begins a version with its date', (heading, title) => {
  expect(entryOf(`# Changelog\n\n${heading}\n\n- A change\n`)).toMatchObject({
    title,
    body: '- A change',
    publish_at: day,
    dated: true,
  })
})

test('where no version is a heading, lines with a version and its date are', () => {
  const { entries } = plan('v2.1.0 - May 6, 2024\n\n* One\n\nv2.0.0 - May 1, 2024\n\n* Two\n')
  expect(entries.map(({ title, body }) => [title, body])).toEqual([
    ['v2.0.0', '* Two'],
    ['v2.1.0', '* One'],
  ])
})

test.each([
  '[Unreleased]',
  'Unreleased',
  'master (unreleased)',
  'Next release',
  '2.0.0 (unreleased)',
])('%s is a draft, also when versions without a date are published', (heading) => {
  const text = `## ${heading}\n\n- Soon\n\n## 1.0.0 - 2024-05-06\n`
  expect(plan(text, { undated: 'published' }).entries.at(-1)).toMatchObject({
    body: '- Soon',
    publish_at: null,
  })
})

test('version headings one level deeper are versions', () => {
  const { entries } = plan(
    '# [2.0.0] (2024-05-06)\n\n## 2.0 migration notes\n\nMove.\n\n## [1.9.1] (2024-05-05)\n\n### Node 18.0\n\n# [1.9.0] (2024-05-04)\n\n# [1.8.0] (2024-05-03)\n',
  )
  expect(entries.map(({ title }) => title)).toEqual(['1.8.0', '1.9.0', '1.9.1', '2.0.0'])
  expect(entries.at(-1)?.body).toBe('## 2.0 migration notes\n\nMove.')
})

test('a heading in a code block is code', () => {
  const body = '```md\n## 0.9.0 - 2020-01-01\n<!-- kept -->\n```'
  expect(entryOf(`## 1.0.0 - 2024-05-06\n\n${body}\n`)?.body).toBe(body)
})

test('a withdrawn version has the label Yanked', () => {
  const text = '## [1.0.1] - 2024-05-06 [YANKED]\n\n## 1.0.0 - 2024-05-01\n\n- Mark [YANKED] ones\n'
  expect(plan(text).entries.map(({ labels }) => labels)).toEqual([[], ['Yanked']])
})

test('sections become labels: known words by one name, others by their own, empty ones not at all', () => {
  const text = [
    '## 1.0.0 - 2024-05-06',
    '### Added\n- A',
    '### 🐛 **Bug Fixes:**\n- B',
    '### Deprecated',
    '### `cli` tools\n- C',
    '### Features\n#### A headline of its own\n- D',
  ].join('\n\n')
  expect(entryOf(text)?.labels).toEqual(['New', 'Fixed', 'cli tools'])
})

test('link definitions go with every entry that refers to them, wherever they stand', () => {
  const text = [
    '## [1.1.0] - 2024-05-06\n\n- Says [the issue][#12] and [#13], not `#14`',
    '## [1.0.0] - 2024-05-01\n\n- [#12]',
    '[#12]: https://example.com/12\n[#13]: https://example.com/13 "Thirteen"',
    '[1.1.0]: https://github.com/acme/widgets/compare/1.0.0...1.1.0',
  ].join('\n\n')
  const result = plan(text)
  expect(result.entries.map(({ body }) => body)).toEqual([
    '- [#12]\n\n[#12]: https://example.com/12',
    '- Says [the issue][#12] and [#13], not `#14`\n\n[#12]: https://example.com/12\n[#13]: https://example.com/13 "Thirteen"',
  ])
  expect(result.name).toBe('acme/widgets')
  expect(unmapped(text)).toEqual(['link definitions that no entry refers to: 1 link'])
})

test('HTML comments are dropped and counted, other HTML stays as text', () => {
  const text =
    '<!-- ## 9.9.9 - 2024-01-01\n```\n-->\n## 1.0.0 - 2024-05-06\n\n<b>Bold</b> <!-- x -->and `<!-- code -->`\n\n<!-- never closed\n'
  expect(entryOf(text)?.body).toBe('<b>Bold</b> and `<!-- code -->`\n\n<!-- never closed')
  expect(unmapped(text)).toEqual(['HTML comments: 2 comments'])
})

test('definitions, footnotes and comments are no content of a section, and lines count in the file', () => {
  const text =
    '<!-- two\nlines -->\n\n## 1.0 - 2024-05-06\n\n### Added\n\n- A[^1]\n\n### Fixed\n\n<!-- none -->\n\n### Removed\n\n[^1]: Note\n\n[x]: https://x.io\n'
  expect(entryOf(text)).toMatchObject({ path: 'line 4', labels: ['New'] })
  expect(entryOf(text)?.body).toMatch(/^### Added\n\n- A\[\^1\]\n[^]*\n\n\[\^1\]: Note$/)
})

test('anchors are dropped and counted, in headings, in texts and in releases', () => {
  const text =
    '<a name="1.1"></a>\n## <a id="v1.1"></a>1.1 - 2024-05-06\n\n<a name="fixes"/>\n\n- One <a name="x"></a>of `<a name="y"></a>`\n\n<span id="end"></span>\n'
  expect(entryOf(text)).toMatchObject({ title: '1.1', body: '- One of `<a name="y"></a>`' })
  expect(unmapped(text)).toEqual(['anchors: 5 anchors'])
  const [release] = plan([{ tag_name: 'v1', body: '<a name="1.0.0"></a>\n# 1.0.0' }]).entries
  expect(release?.body).toBe('# 1.0.0')
})

test('a link behind the version goes above the text, other links of headings are reported', () => {
  const text =
    '## [1.1](https://x.io/a) - 2024-05-06 ([#7](https://x.io/7), ![new](https://x.io/n.png), [diff])\n\n- One\n\n[diff]: https://x.io/d\n'
  expect(entryOf(text)).toMatchObject({
    title: '1.1',
    body: '[#7](https://x.io/7) ![new](https://x.io/n.png) [diff]\n\n- One\n\n[diff]: https://x.io/d',
  })
  expect(unmapped(text)).toEqual(['links in headings of versions: 1 link'])
})

test('entries of one number that say more are several, and repeated ones are rejected', () => {
  const { entries, findings } = plan('## 1.0 for iOS\n\n## 1.0 for Android\n\n## 1.0 for iOS\n', {
    undated: 'published',
  })
  expect(entries.map(({ external_ref }) => external_ref)).toEqual([
    'changelog:CHANGES@1.0 for android',
    'changelog:CHANGES@1.0',
  ])
  expect(findings.rejected.map(({ path }) => path)).toEqual(['line 5'])
})

test('the heading of a group of versions is no entry, and a series that is first is not released', () => {
  const text = '# 2.x\n\n## 2.1\n\n- A\n\n# 1.2\n\n## 1.2.1\n\n## 1.2.0\n'
  const result = plan(text, { undated: 'published' })
  expect(result.entries.map(({ title, body }) => [title, body])).toEqual([
    ['1.2.0', ''],
    ['1.2.1', ''],
    ['2.1', '- A'],
  ])
  expect(result.findings.notes[0]).toEqual({
    code: 'heading_of_group',
    params: {},
    count: 2,
    example: 'line 1: 2.x, line 7',
  })
  const series = plan('## 1.2.x\n\n- Soon\n\n## 1.1.x\n\n- Old\n', { undated: 'published' })
  expect(series.entries.map(({ publish_at }) => publish_at?.slice(0, 10))).toEqual([
    '2026-11-21',
    undefined,
  ])
})

test('a heading below the version that is its date is no label', () => {
  const text = '### 1.1\n\n#### May 6, 2024\n\n- B\n\n### 1.0\n\n#### May 5, 2024\n\n- A\n'
  expect(entryOf(text)).toMatchObject({ publish_at: day, labels: [] })
})

test('dates name the entries of a file without numbers, and bold lines are versions', () => {
  const days = '# News\n\n## May 6, 2024\n\n- Two\n\n## 2024-05-05: Quiet river\n\n- One\n'
  expect(
    plan(days).entries.map(({ title, publish_at }) => [title, publish_at?.slice(0, 10)]),
  ).toEqual([
    ['2024-05-05: Quiet river', '2024-05-05'],
    ['May 6, 2024', '2024-05-06'],
  ])
  expect(plan('**1.1**\n\n- B\n\n**1.0**\n\n- A\n').entries.map(({ body }) => body)).toEqual([
    '- A',
    '- B',
  ])
})

test('a month without a day is its first day, and days of two orders are read when one of them shows it', () => {
  expect(entryOf('## 1.0 (May 2024)\n')?.publish_at).toBe('2024-05-01T00:00:00.000Z')
  expect(warnings('## 1.0 (May 2024)\n')).toEqual([
    'month without a day: the first day of the month is used',
  ])
  expect(entryOf('## 1.1 - 05/06/2024\n\n## 1.0 - 30/05/2024\n')?.publish_at).toBe(
    '2024-06-05T00:00:00.000Z',
  )
  expect(warnings('## 1.1 - 05/06/2024\n')).toEqual([
    'date with two orders of day and month, omitted',
    'version without a date: made a draft',
  ])
})

test('text above the first version is reported as unmapped', () => {
  expect(unmapped('# Changelog\n\nAll changes.\nOf all.\n\n## 1.0.0 - 2024-05-06\n')).toEqual([
    'text above the first version: 2 lines',
  ])
})

test('entries of one day are made so that they stand as in the file, whichever end it begins with', () => {
  const latestFirst = '## 1.2 - 2024-05-06\n## 1.1 - 2024-05-06\n## 1.0 - 2024-05-01\n'
  const oldestFirst = '## 1.0 - 2024-05-01\n## 1.1 - 2024-05-06\n## 1.2 - 2024-05-06\n'
  for (const text of [latestFirst, oldestFirst])
    expect(plan(text).entries.map(({ title }) => title)).toEqual(['1.0', '1.1', '1.2'])
})

test('a duplicate or oversized version is rejected with its line', () => {
  const long = 'x'.repeat(100_001)
  const { findings, entries } = plan(
    `## 1.1 - 2024-05-06\n\n${long}\n\n## v1.0 - 2024-05-01\n\n## [1.0] - 2024-05-01\n`,
  )
  expect(findings.rejected.map(({ path, id, reason }) => [path, id, reason])).toEqual([
    ['line 1', '1.1', 'the body has 100001 characters (at most 100000)'],
    ['line 7', '1.0', 'duplicate version: the first one is used'],
  ])
  expect([findings.read.entries, entries.length]).toEqual([3, 1])
})

test('a changelog is named by its source option, repository or file', () => {
  const text = '## 1.0 - 2024-05-06\n'
  expect(plan(text).entries[0]?.external_ref).toBe('changelog:CHANGES@1.0')
  expect(plan(text, { source: 'Widgets' }).entries[0]?.external_ref).toBe('changelog:Widgets@1.0')
})

test('line ends are normalized, the byte order mark and control characters removed', () => {
  const text = '\uFEFF## 1.0 - 2024-05-06\r\n\r\n- One\u0007\r\n'
  expect(entryOf(text)?.body).toBe('- One')
  expect(warnings(text)).toEqual(['text: control characters removed'])
})

test.each([
  ['# Shopping\n\n- Milk\n', /No version headings found/],
  ['', /No version headings found/],
  ['# Unfinished\n\n```\n## 1.0.0\n```', /No version headings found/],
  ['[]', /Expected a list of releases with tag_name, found 0 items/],
  ['{"issues": []}', /Expected a list of releases/],
  ['[{"tag_name": "v1"', /Line 1, column 19/],
])('the file %j is rejected as a whole', async (text, message) => {
  const file = { path: 'CHANGES.md', name: 'CHANGES.md', text }
  await expect(changelogImporter({ today: '2026-11-21' })([file])).rejects.toThrow(message)
})

test('releases keep draft, prerelease and date; one without a name uses its tag', () => {
  const releases = [
    {
      tag_name: 'v2',
      name: '',
      body: null,
      published_at: '2024-05-06T10:00:00Z',
      prerelease: true,
    },
    { tag_name: 'v1', name: 'One', draft: true, published_at: null, body: 'a\r\nb <!-- c -->' },
    { tagName: 'v0', name: 'Zero', publishedAt: 'soon', isDraft: false },
    'v-1',
  ]
  const result = plan(releases, {}, 'releases.json')
  expect(
    result.entries.toReversed().map(({ path: _path, external_ref: _ref, ...entry }) => entry),
  ).toEqual([
    {
      title: 'v2',
      body: '',
      labels: ['Pre-release'],
      publish_at: '2024-05-06T10:00:00.000Z',
      dated: true,
    },
    { title: 'One', body: 'a\nb', labels: [], publish_at: null, dated: false },
    { title: 'Zero', body: '', labels: [], publish_at: null, dated: false },
  ])
  expect(result.findings.rejected.map(({ path, reason }) => [path, reason])).toEqual([
    ['[3]', 'expected a release, found "v-1"'],
  ])
  expect(result.findings.read.entries).toBe(4)
})

const releasesOf = (numbers: readonly number[]) =>
  numbers.map((n) => ({
    tag_name: `v${n}`,
    body: `- ${n}`,
    published_at: `2024-05-0${n}T10:00:00Z`,
  }))
const graphqlReleases = (numbers: readonly number[]) => ({
  data: {
    repository: {
      releases: {
        nodes: numbers.map((n) => ({
          tagName: `v${n}`,
          description: `- ${n}`,
          publishedAt: `2024-05-0${n}T10:00:00Z`,
        })),
      },
    },
  },
})

test.each([
  ['a list', JSON.stringify(releasesOf([1, 2, 3]))],
  ['a list of pages', JSON.stringify([releasesOf([1, 2]), releasesOf([3])], null, 1)],
  ['pages', `${JSON.stringify(releasesOf([1, 2]))}${JSON.stringify(releasesOf([3]))}`],
  [
    'a release a line',
    releasesOf([1, 2, 3])
      .map((one) => JSON.stringify(one))
      .join('\n'),
  ],
  ['a response of GraphQL', JSON.stringify(graphqlReleases([1, 2, 3]))],
  [
    'responses of GraphQL',
    [graphqlReleases([1, 2]), graphqlReleases([3])].map((one) => JSON.stringify(one)).join('\n'),
  ],
])('releases in %s are read', async (_form, text) => {
  const { entries, findings } = plan(await parseJsonPages(text), {}, 'releases.json')
  expect(entries.map(({ title, body, publish_at }) => [title, body, publish_at])).toEqual(
    [1, 2, 3].map((n) => [`v${n}`, `- ${n}`, `2024-05-0${n}T10:00:00.000Z`]),
  )
  expect(findings.notes).toEqual([])
})

test('a release without a text is noted', () => {
  const result = plan([
    { tag_name: 'v2', body: '' },
    { tag_name: 'v1', body: '- a' },
  ])
  expect(result.findings.notes).toContainEqual({
    code: 'no_release_text',
    params: {},
    count: 1,
    example: 'v2',
  })
})

test('an entry has at most fifty labels, and the others are counted', () => {
  const sections = Array.from({ length: 53 }, (_, at) => `### Part ${at}\n\n- change`)
  const text = ['# Changelog', '## 1.0.0 - 2024-01-02', ...sections].join('\n\n')
  const { entries, findings } = planChangelog(text, 'CHANGELOG.md', {
    undated: 'draft',
    today: '2026-11-21',
  })
  expect(entries[0]?.labels).toHaveLength(50)
  expect(findings.notes).toMatchObject([
    { code: 'too_many', params: { path: 'labels', limit: 50 }, count: 3, example: '1.0.0' },
  ])
})

test('a version with a date that is said to be unreleased on the line below is a draft', () => {
  const dateOf = (text: string) => entryOf(text)?.publish_at
  const other = entryOf('## 3.0.0 - 2026-11-01\n\n- Not released locks are freed')
  expect(dateOf('## 3.0.0 - 2026-11-01\n\n> Unreleased\n\n- secret')).toBeNull()
  expect(dateOf('## 3.0.0 (May 2026)\n\nStatus: unreleased\n\n- secret')).toBeNull()
  expect(other?.publish_at).toBe('2026-11-01T00:00:00.000Z')
})

test('anchors in a list or a quote go, and nothing beside them', () => {
  const list = '## 1.0.0\n\n- x\n\n  <div>\n  <a name="y"></a>Keep\n  </div>\n'
  expect(entryOf(list)?.body).toContain('  Keep')
  expect(entryOf(list)?.body).not.toContain('name=')
  const quote = `## 1.0.0\n\n${'> line\n'.repeat(20)}> <div>\n> <a name="y"></a>Keep\n> </div>\n`
  expect(entryOf(quote)?.body).toContain('> Keep')
})

test('a long paragraph that is no version is read in little time', () => {
  const start = performance.now()
  for (const text of ['['.repeat(5_000), `:${'a'.repeat(50_000)}`, `1.${'1'.repeat(50_000)}é`])
    plan(`## 1.0.0\n\n${text}\n`)
  expect(performance.now() - start).toBeLessThan(5000)
})
