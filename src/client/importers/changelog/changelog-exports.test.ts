import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { planChangelog } from './parse-changelog.ts'

const read = (name: string) =>
  gunzipSync(readFileSync(new URL(`../fixtures/${name}.gz`, import.meta.url))).toString('utf8')
const plan = (name: string, undated?: 'draft' | 'published') => {
  const file: unknown = name.endsWith('.json') ? JSON.parse(read(name)) : read(name)
  return planChangelog(file, name, { today: '2026-11-21', undated })
}

// The tests of a file read the same plan, because planning takes up to a second.
const plans = new Map<string, ReturnType<typeof planChangelog>>()
const planOf = (name: string) => {
  const result = plans.get(name) ?? plan(name)
  plans.set(name, result)
  return result
}

test.each([
  ['keep-a-changelog.md', 'olivierlacan/keep-a-changelog', 17, 1, 4],
  ['bat.md', 'bat', 44, 44, 12],
  ['tailwindcss.md', 'tailwindlabs/tailwindcss', 330, 1, 8],
  ['dom-testing-library.json', 'testing-library/dom-testing-library', 286, 0, 1],
])('%s is read whole: entries, drafts and labels', (name, source, entries, drafts, labels) => {
  const result = planOf(name)
  expect(result.findings.rejected).toEqual([])
  expect(result.findings.read).toEqual({ entries, labels })
  expect(result.name).toBe(source)
  expect(result.entries.filter(({ publish_at }) => publish_at === null)).toHaveLength(drafts)
})

test('the headings of tailwindcss that differ from all others are read too', () => {
  const { entries } = planOf('tailwindcss.md')
  const of = (title: string) => entries.find((entry) => entry.title === title)
  expect(of('v0.0.0-658250a96')).toMatchObject({
    publish_at: '2020-07-12T00:00:00.000Z',
    labels: ['Yanked'],
  })
  expect(of('v1.2.0-canary.3')?.labels).toContain('Yanked')
  // Its "# Changed" stands above the level of the versions.
  expect(of('3.4.16')?.labels).toEqual(['Fixed', 'Changed'])
  const sameDay = entries.filter(({ publish_at }) => publish_at?.startsWith('2020-05-01'))
  expect(sameDay.map(({ title }) => title)).toEqual(['1.4.2', '1.4.3', '1.4.4'])
})

test('the versions of bat have no date: drafts, or published with the day of the import', () => {
  const drafts = planOf('bat.md')
  expect(drafts.findings.notes).toEqual([
    { code: 'undated_draft', params: {}, count: 43, example: 'v0.1.0' },
  ])
  const published = plan('bat.md', 'published')
  expect(new Set(published.entries.slice(0, -1).map(({ publish_at }) => publish_at))).toEqual(
    new Set(['2026-11-21T00:00:00.000Z']),
  )
  expect(published.entries.at(-1)).toMatchObject({ title: 'unreleased', publish_at: null })
})

test('the early releases of dom-testing-library carry their label and all keep their moment', () => {
  const { entries, findings } = planOf('dom-testing-library.json')
  expect(entries.filter(({ labels }) => labels.includes('Pre-release'))).toHaveLength(13)
  expect(entries.at(-1)).toMatchObject({
    external_ref: 'changelog:testing-library/dom-testing-library@v8.17.1',
    title: 'v8.17.1',
    publish_at: '2022-08-09T14:13:13.000Z',
  })
  expect(findings.not_mapped.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['releases[].author', 'releases[].reactions']),
  )
})
