import { expect, test } from 'vitest'

import { isFiltered, parseCardFilter } from '#web/tasks/cards/card-filter.rules.ts'
import { describeFilter, formatFilter } from './filter-words.rules.ts'

const describe = (search: string) => {
  const params = new URLSearchParams(search)
  return describeFilter(parseCardFilter(params, 1_763_000_000_000), {
    query: params.get('q') ?? '',
    labelName: (id) => `label ${id}`,
    memberName: (id) => `member ${id}`,
  })
}

test.each([
  ['q=Poster', '“Poster”'],
  ['label=a', 'label a'],
  ['label=a,b', 'label a or label b'],
  ['label=a,b&label_match=all', 'label a and label b'],
  ['member=a,b', 'member a or member b'],
  ['due=overdue', 'overdue'],
  ['due=week&completed=false', 'due in the next 7 days and not done'],
  ['q=a&label=b&completed=true', '“a”, label b, and done'],
  ['', ''],
])('the filter %j is %s in words', (search, words) => {
  expect(formatFilter(describe(search))).toBe(words)
})

test.each(['2025-11-24..2025-11-30', '2025-11-24..', '..2025-11-30'])(
  'the date range %s names its ends',
  (range) => {
    const words = formatFilter(describe(`due=${range}`))
    expect(words.match(/2025/g)).toHaveLength(range.split('..').filter(Boolean).length)
  },
)

test('each part of a filter is removed alone', () => {
  const parts = describe('q=a&label=b&label_match=all&member=c&due=none&completed=true')
  expect(parts.map(({ params }) => params)).toEqual([
    ['q'],
    ['label', 'label_match'],
    ['member'],
    ['due'],
    ['completed'],
  ])
  for (const { rest } of parts) expect(isFiltered(rest)).toBe(true)
  expect(describe('due=none').map(({ rest }) => isFiltered(rest))).toEqual([false])
})
