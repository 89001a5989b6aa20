import { expect, test } from 'vitest'

import { planChangelog } from './parse-changelog.ts'

const today = '2026-11-21'

type HeadingStyle = (text: string) => string

const hashes =
  (level: number): HeadingStyle =>
  (text) =>
    `${'#'.repeat(level)} ${text}`
const underlined =
  (sign: string): HeadingStyle =>
  (text) =>
    `${text}\n${sign.repeat(12)}`

/** What tools and people put above, at and below the level of minor releases. */
const levels: Record<string, readonly HeadingStyle[]> = {
  '#': [hashes(1)],
  '##': [hashes(2)],
  '###': [hashes(3)],
  '####': [hashes(4)],
  '=': [underlined('=')],
  '-': [underlined('-')],
  '## and ###': [hashes(2), hashes(3), hashes(2)],
  '# and ##': [hashes(1), hashes(2), hashes(2)],
}

const numberOf = (n: number) => ({ written: `1.${n}.0`, key: `1.${n}.0` })

/** A number in its style, and the name by which it is known. */
const numbers: readonly (typeof numberOf)[] = [
  numberOf,
  (n) => ({ written: `v1.${n}`, key: `1.${n}` }),
  (n) => ({ written: `[1.${n}.0]`, key: `1.${n}.0` }),
  (n) => ({
    written: `[v1.${n}.0](https://example.com/acme/w/compare/v1.${n - 1}.0...v1.${n}.0)`,
    key: `1.${n}.0`,
  }),
  (n) => ({ written: `Version 1.${n}`, key: `1.${n}` }),
  (n) => ({ written: `Release ${n}`, key: String(n) }),
  (n) => ({ written: `2024.${n}`, key: `2024.${n}` }),
  (n) => ({ written: `widgets@1.${n}.0`, key: `widgets@1.${n}.0` }),
  (n) => ({ written: `Widgets 1.${n}.0`, key: `widgets1.${n}.0` }),
  (n) => ({ written: `**1.${n}.0**`, key: `1.${n}.0` }),
  (n) => ({ written: `1.${n}.x`, key: `1.${n}.x` }),
  (n) => ({ written: `1.0.0-rc.${n}`, key: `1.0.0-rc.${n}` }),
]

const decorations: readonly { text: string; suffix?: string; label?: string; link?: string }[] = [
  { text: '' },
  { text: ' 🎉' },
  { text: ' Quiet river' },
  { text: ' "Quiet river"' },
  { text: ' (fixes for Safari)' },
  { text: ' - Quiet river' },
  { text: ': Quiet river' },
  { text: ' Beta 2', suffix: '-beta-2' },
  {
    text: ' [Full list](https://example.com/compare/a...b)',
    link: '[Full list](https://example.com/compare/a...b)',
  },
  { text: ' [YANKED]', label: 'Yanked' },
]

const english = (n: number) => `${n} May 2024`
const iso = (n: number) => `2024-05-0${n}`

interface DatePlace {
  readonly before?: string
  readonly after?: string
  readonly below?: string
  readonly dated: boolean
}

/** Where the date of version `n` is: before it, behind it, or on the line below. */
const dates: readonly ((n: number) => DatePlace)[] = [
  (n) => ({ after: ` - ${iso(n)}`, dated: true }),
  (n) => ({ after: ` (${iso(n)})`, dated: true }),
  (n) => ({ after: ` / ${iso(n)}`, dated: true }),
  (n) => ({ after: ` (May ${n}, 2024)`, dated: true }),
  (n) => ({ after: ` (released ${english(n)})`, dated: true }),
  (n) => ({ before: `${iso(n)}, `, dated: true }),
  (n) => ({ below: `> ${english(n)}`, dated: true }),
  (n) => ({ below: `Released ${iso(n)}.`, dated: true }),
  (n) => ({ below: `_${iso(n)}_`, dated: true }),
  (n) => ({ below: `**Release date:** May ${n}, 2024`, dated: true }),
  (n) => ({ below: `- Release May ${n}, 2024`, dated: true }),
  () => ({ dated: false }),
]

const unreleased: readonly { after?: string; below?: string }[] = [
  { after: ' (Next)' },
  { after: ' (in development)' },
  { after: ' - TBD' },
  { after: ' (unreleased)' },
  { after: ' - Unreleased' },
  { after: ' (YYYY-MM-DD)' },
  { after: ' (not yet released)' },
  { after: ' - work in progress' },
  { after: ' (expected June 2027)' },
  { below: '> Unreleased' },
  { below: 'Release date: TBD' },
]

interface Variant {
  readonly styles: readonly HeadingStyle[]
  readonly toNumber: (n: number) => { written: string; key: string }
  readonly decoration: (typeof decorations)[number]
  readonly dateOf: (typeof dates)[number]
}

interface Expected {
  readonly ref: string
  readonly publish_at: string | null
  readonly body: string
  readonly labels: readonly string[]
}

/** Versions that are not released, each in its words, above three that are, and what they say. */
function writeChangelog({ styles, toNumber, decoration, dateOf }: Variant) {
  const expected: Expected[] = []
  const states = unreleased.toReversed().map((state) => ({ before: '', ...state, released: null }))
  const releases = [1, 2, 3].map((n) => ({
    before: '',
    ...dateOf(n),
    released: dateOf(n).dated ? iso(n) : today,
  }))
  const parts = [...releases, ...states].map(({ before, after = '', below, released }, at) => {
    const n = at + 1
    const { written, key } = toNumber(n)
    const heading = styles[at % styles.length] ?? hashes(2)
    const change = [below, `- change ${n}`].filter((line) => line !== undefined).join('\n\n')
    expected.push({
      ref: `changelog:test@${key}${decoration.suffix ?? ''}`,
      publish_at: released === null ? null : `${released}T00:00:00.000Z`,
      body: [decoration.link, change].filter((line) => line !== undefined).join('\n\n'),
      labels: decoration.label === undefined ? [] : [decoration.label],
    })
    return `${heading(`${before}${written}${decoration.text}${after}`)}\n\n${change}\n`
  })
  return { text: `Changes\n\n${parts.toReversed().join('\n')}`, expected }
}

test.each(Object.keys(levels))('generated versions at %s are read as they were written', (name) => {
  const failures: unknown[] = []
  const level = Object.keys(levels).indexOf(name)
  let count = 0
  for (const [row, decoration] of decorations.entries()) {
    for (const [column, dateOf] of dates.entries()) {
      // A third of the product has every pair of its parts.
      if ((row + column + level) % 3 !== 0) continue
      const toNumber = numbers[(row + column) % numbers.length] ?? numberOf
      count += 1
      const { text, expected } = writeChangelog({
        styles: levels[name] ?? [],
        toNumber,
        decoration,
        dateOf,
      })
      const plan = planChangelog(text, 'test.md', { today, undated: 'published' })
      const actual = plan.entries.map(({ external_ref: ref, publish_at, body, labels }) => ({
        ref,
        publish_at,
        body,
        labels,
      }))
      if (JSON.stringify(actual) !== JSON.stringify(expected))
        failures.push({
          text,
          differences: expected.filter(
            (one, at) => JSON.stringify(one) !== JSON.stringify(actual[at]),
          ),
          actual,
        })
    }
  }
  expect(count).toBe((decorations.length * dates.length) / 3)
  expect(failures.slice(0, 2)).toEqual([])
})

const notVersions = [
  'Migration guide',
  '2.0 migration notes',
  '3 things to know',
  'Thanks',
  'Upgrading from 1.0 to 2.0',
  'Roadmap (updated 2024-05-06)',
]

test.each(Object.keys(levels))(
  'headings at %s that are no versions are reported by line',
  (name) => {
    const [heading = hashes(2)] = levels[name] ?? []
    const blocks = ['1.2.0', '1.1.0', '1.0.0'].flatMap((version, at) => [
      heading(`${version} - ${iso(at + 1)}`),
      '- a change',
      ...notVersions.flatMap((text) => [heading(text), 'A text.']),
    ])
    const text = `Changes\n\n${[heading('Before you read'), ...blocks].join('\n\n')}\n`
    const lines = text
      .split('\n')
      .flatMap((line, at) => (notVersions.some((title) => line.endsWith(title)) ? [at + 1] : []))
    const { entries, findings } = planChangelog(text, 'test.md', { today })
    expect(entries).toHaveLength(3)
    expect(findings.notes).toEqual([
      {
        code: 'heading_above_versions',
        params: {},
        count: 1,
        example: 'line 3: Before you read',
      },
      {
        code: 'heading_in_version',
        params: {},
        count: lines.length,
        example: [
          `line ${lines[0]}: Migration guide`,
          ...lines.slice(1).map((line) => `line ${line}`),
        ].join(', '),
      },
    ])
  },
)
