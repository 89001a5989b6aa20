import { expect, test } from 'vitest'

import {
  audienceOf,
  contentChanges,
  type EntryContent,
  findIssues,
  formatDistance,
  hasChanges,
  proposePublishTime,
  readerZone,
} from './publish.rules.ts'

const now = new Date('2025-11-21T10:00:00Z')
const entry: EntryContent = {
  title: 'Refills by post',
  body: 'Keep the jar.',
  label_ids: ['lbl_1'],
  post_ids: [],
}
const issuesOf = (content: Partial<EntryContent>, hasLabels = true) =>
  findIssues({ ...entry, ...content }, { hasLabels }).map(({ kind, count }) => `${kind} ${count}`)

test.each<[string, Partial<EntryContent>, readonly string[]]>([
  ['a complete entry', {}, []],
  ['an empty title and text', { title: ' ', body: '\n' }, ['title 1', 'body 1']],
  ['no label', { label_ids: [] }, ['label 1']],
  ['links without address', { body: '[a]() [b](#) [c](https://) [d](/p)' }, ['link 3']],
  ['an image without description', { body: '![](https://a.example/b.png)' }, ['image 1']],
  ['an image without both', { body: '![ ]()' }, ['link 1', 'image 1']],
  ['an address with brackets', { body: '[a](https://a.example/b_(c))' }, []],
  ['code', { body: '`[a]()`\n\n```md\n![](x)\n```\n~~~\n[a]()\n~~~' }, []],
  ['text after code', { body: '```\n[a]()\n```\n[b]()' }, ['link 1']],
  ['a linked image', { body: '[![](https://a.example/b.png)](https://a.example)' }, ['image 1']],
])('issues of %s', (_name, content, expected) => {
  expect(issuesOf(content)).toEqual(expected)
})

test('an entry needs no label where the workspace has none', () => {
  expect(issuesOf({ label_ids: [] }, false)).toEqual([])
})

test('issues of 100,000 hostile characters are found without blocking', () => {
  for (const part of ['[', '![](', '[a](b', '`', '[[a]](', '```\n'])
    expect(issuesOf({ body: part.repeat(100_000 / part.length) }).length).toBeLessThan(3)
})

const audience = (input: Partial<Parameters<typeof audienceOf>[0]>) =>
  audienceOf({
    notify: true,
    isAnnounced: false,
    at: now,
    now,
    subscribers: { count: 1842, isAtMost: false },
    ...input,
  })

test('T85 nobody is emailed of an entry dated over a day back', () => {
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  expect(audience({ at: at(24) })).toMatchObject({ kind: 'subscribers', count: 1842 })
  expect(audience({ at: new Date(at(24).getTime() - 1) })).toEqual({
    kind: 'nobody',
    reason: 'backdated',
  })
  expect(audience({ at: new Date('1970-01-01T00:00:00Z') })).toMatchObject({ kind: 'nobody' })
})

test('nobody is emailed without notify, twice, or without subscribers', () => {
  expect(audience({ notify: false })).toMatchObject({ reason: 'off' })
  expect(audience({ isAnnounced: true })).toMatchObject({ reason: 'announced' })
  expect(audience({ subscribers: { count: 0, isAtMost: false } })).toMatchObject({ reason: 'none' })
  expect(audience({ subscribers: undefined })).toMatchObject({ count: undefined })
})

test.each([
  // From London, for a person there: New York, on winter and on summer time.
  ['2025-11-27T09:30:00Z', 'Europe/London', 'Europe/London', 'America/New_York 04:30'],
  ['2025-07-27T08:30:00Z', 'Europe/London', 'Europe/London', 'America/New_York 04:30'],
  // Between both clock changes they are four hours apart.
  ['2025-10-28T09:30:00Z', 'Europe/London', 'Europe/London', 'America/New_York 05:30'],
  ['2025-11-27T09:30:00Z', 'Europe/London', 'Asia/Kathmandu', 'Asia/Kathmandu 15:15'],
  ['2025-11-27T09:30:00Z', 'America/New_York', 'America/New_York', 'Europe/London 09:30'],
  ['2025-11-27T22:00:00Z', 'Europe/London', 'Pacific/Apia', 'Pacific/Apia 11:00 other day'],
])('at %s in %s for %s the other reader is in %s', (at, zone, own, expected) => {
  const reader = readerZone(new Date(at), zone, own)
  expect(`${reader?.zone} ${reader?.time}${reader?.isOtherDay ? ' other day' : ''}`).toBe(expected)
})

test.each([
  ['2025-11-21T10:20:00Z', 'in 20 minutes'],
  ['2025-11-21T23:00:00Z', 'in 13 hours'],
  ['2025-11-22T11:00:00Z', 'tomorrow'],
  ['2025-11-27T09:30:00Z', 'in 6 days'],
  ['2026-05-21T10:00:00Z', 'in 5 months'],
  ['9999-12-31T23:59:00Z', 'in 7,974 years'],
])('the distance to %s is %s', (at, expected) => {
  expect(formatDistance(new Date(at), now, 'Europe/London', 'en-GB')).toBe(expected)
})

test('the proposed time is the planned one, else nine tomorrow', () => {
  const zone = 'Australia/Lord_Howe'
  expect(proposePublishTime('2025-11-25T08:00:00Z', now, zone)).toMatchObject({
    date: '2025-11-25',
    time: '19:00',
  })
  expect(proposePublishTime(null, now, zone)).toMatchObject({ date: '2025-11-22', time: '09:00' })
})

test('changes name the fields and the lines in order', () => {
  const body = ['a', 'b', 'c', 'd'].join('\n')
  const changes = contentChanges(
    { ...entry, body },
    { ...entry, title: 'Other', label_ids: [], body: ['a', 'x', 'c', 'd', 'e'].join('\n') },
  )
  expect(changes.fields).toEqual(['title', 'labels'])
  expect(changes.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'removed b',
    'added x',
    'added e',
  ])
  expect(hasChanges(contentChanges(entry, { ...entry }))).toBe(false)
})

test('changes of a text of 100,000 characters are found', () => {
  const lines = (mark: string) => Array.from({ length: 20_000 }, (_, n) => `${mark}${n}`).join('\n')
  const { lines: changed } = contentChanges(
    { ...entry, body: lines('a') },
    { ...entry, body: lines('b') },
  )
  expect(changed).toHaveLength(40_000)
})
