import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { campaignsImporter } from '#client/importers/campaigns/campaigns-importer.ts'
import { changelogImporter } from '#client/importers/changelog/changelog-importer.ts'
import { contactsImporter } from '#client/importers/contacts/contacts-importer.ts'
import type { ImportCall } from '#client/importers/core/import-call.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import { formatNote } from '#client/importers/core/import-notes.ts'
import type { ImportReport } from '#client/importers/core/import-report.ts'
import type { Importer } from '#client/importers/core/importer.ts'
import { openImportWorkspace } from '#client/importers/core/test-importer.ts'
import { feedbackImporter } from '#client/importers/feedback/feedback-importer.ts'
import { isBlankValue } from '#client/importers/formats/json.ts'
import { trelloImporter } from '#client/importers/trello/trello-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'

// Whatever a file contains is in a request, or in the report by its place. The oracle is the file: a mark that no file has
// is put into it at random, and looked for in the requests and, by its path, in the report.

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

/** More are tried with `IMPORT_VARIANTS=1000`, and `IMPORT_SEED` repeats a run. */
const runs = {
  numRuns: Number(process.env['IMPORT_VARIANTS'] ?? 20),
  ...(process.env['IMPORT_SEED'] === undefined ? {} : { seed: Number(process.env['IMPORT_SEED']) }),
}

const mark = 'Zq17xMark'

const read = (name: string) => {
  const bytes = readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

interface Outcome {
  /** What was sent, as JSON. */
  readonly sent: string
  /** Undefined when the file was refused, which loses nothing. */
  readonly report: ImportReport | undefined
}

/** Imports a file into a workspace of its own. */
async function importFile(
  createImporter: (list_id: string) => Importer,
  name: string,
  text: string,
): Promise<Outcome> {
  const owner = await openImportWorkspace(service)
  const list = await owner.call('POST /lists', { name: 'Readers' })
  const sent: unknown[] = []
  const call: ImportCall = (endpoint, input) => {
    if (!endpoint.startsWith('GET')) sent.push(input)
    return owner.call(endpoint, input)
  }
  try {
    const [ready] = await createImporter(list.id)([{ path: name, name, text }])
    const report = await ready?.apply(call, {})
    return { sent: JSON.stringify(sent), report }
  } catch (error) {
    if (error instanceof FileRefused) return { sent: '', report: undefined }
    throw error
  }
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

interface Place {
  readonly holder: Json[] | { [key: string]: Json }
  readonly key: string | number
  /** As `cards[].labels[].name`. */
  readonly path: string
  /** As `cards[3]`, of the record that it belongs to. */
  readonly record: string
}

/** Every value of a file with its place. */
function placesOf(file: Json): Place[] {
  const places: Place[] = []
  const visit = (value: Json, path: string, record: string) => {
    if (typeof value !== 'object' || value === null) return
    const entries = Array.isArray(value)
      ? value.map((child, key) => [key, child] as const)
      : Object.entries(value)
    for (const [key, child] of entries) {
      const isItem = typeof key === 'number'
      const next = isItem ? `${path}[]` : path === '' ? key : `${path}.${key}`
      const own = isItem && !record.includes('[') ? `${path}[${key}]` : record
      // The compiler knows the holder as one or the other, and not that the key fits.
      places.push({ holder: value as Place['holder'], key, path: next, record: own })
      visit(child, next, own)
    }
  }
  visit(file, '', '')
  return places
}

/** What is done to the value at a place. `path` is where the mark is afterwards. */
const changes: Readonly<Record<string, (value: Json, path: string) => [Json, string] | undefined>> =
  {
    text: (_value, path) => [mark, path],
    'list of texts': (_value, path) => [[mark], path],
    object: (_value, path) => [{ zq: mark }, path],
    'object with a name': (_value, path) => [{ name: mark }, path],
    'list of lists': (_value, path) => [[[mark]], path],
    'new key': (value, path) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? [{ ...value, zq: mark }, `${path}.zq`]
        : undefined,
    'new item': (value, path) =>
      Array.isArray(value) ? [[...value, mark], `${path}[]`] : undefined,
    'new object': (value, path) =>
      Array.isArray(value) ? [[...value, { zq: mark }], `${path}[]`] : undefined,
  }

/** Whether the report says of a value that it was not imported as it is: by its path or by its record. */
function isReported({ notes, not_mapped, rejected }: ImportReport, place: MarkedPlace): boolean {
  const { record, paths } = place
  if (rejected.some((one) => one.path === record || one.path.startsWith(`${record}.`))) return true
  if (JSON.stringify([notes, not_mapped, rejected]).toLowerCase().includes(mark.toLowerCase()))
    return true
  const sentences = notes.map((note) => formatNote(note))
  return paths.some(
    (path) =>
      not_mapped.some((field) => field.path === path && field.count > 0) ||
      sentences.some((sentence) => sentence.startsWith(`${path}: `)),
  )
}

/** Gives a value that says something the mark as its name. */
function rename(
  holder: Record<string | number, Json>,
  { key, path }: Place,
): [Json, string] | undefined {
  const value = holder[key] ?? null
  if (typeof key === 'number' || isBlankValue(value)) return undefined
  delete holder[key]
  holder[mark] = value
  return [{}, `${path.replace(/\.?[^.[\]]+$/, '.')}${mark}`.replace(/^\./, '')]
}

interface MarkedPlace {
  readonly record: string
  /** Those under which the report may name it: its own, and the keys that contain it. */
  readonly paths: readonly string[]
}

/** `cards[].labels[].name`, and what contains it as far as a key of its record. */
function pathsAbove(path: string): string[] {
  const isRecord = /^(?:(?:cards|lists|labels|members|issues|releases)?\[\])?$/.test(path)
  const above = path.replace(/(?:\.[^.[]+|\[\]|^[^.[]+)$/, '')
  return isRecord ? [] : [path, ...(above === path ? [] : pathsAbove(above))]
}

interface Source {
  readonly importer: Importer
  readonly file: Json
  /** The path by which the report knows a place of the file. */
  readonly toReportPath?: (path: string) => string
  /** Places that only identify a record; another id there is no loss. */
  readonly identities?: RegExp
  /** Lines of the report that stand for all of a kind. */
  readonly aliases?: (path: string, record: string) => readonly string[]
}

function describeJson(title: string, source: Source) {
  const { importer, file, toReportPath = (path) => path, aliases = () => [], identities } = source
  const count = placesOf(file).length
  test(`${title} loses nothing of a JSON file in silence`, { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(count - 1),
        fc.constantFrom('other name', ...Object.keys(changes)),
        (index, name) => loseNothing(index, name),
      ),
      runs,
    )
  })

  async function loseNothing(index: number, name: string) {
    const copy = structuredClone(file)
    const place = placesOf(copy)[index]
    if (!place) throw new Error('The file has no such place.')
    // A number is a key of an array only, and a text of an object only.
    const holder = place.holder as Record<string | number, Json>
    const value = holder[place.key] ?? null
    const changed =
      name === 'other name' ? rename(holder, place) : changes[name]?.(value, place.path)
    fc.pre(changed !== undefined)
    if (name !== 'other name') holder[place.key] = changed[0]
    const { sent, report } = await importFile(() => importer, 'file.json', JSON.stringify(copy))
    if (!report || sent.toLowerCase().includes(mark.toLowerCase())) return
    if (typeof changed[0] === 'string' && identities?.test(changed[1])) return
    const path = toReportPath(changed[1])
    const known = aliases(path, place.record)
    const paths = [...new Set([...pathsAbove(path), ...pathsAbove(changed[1]), ...known])]
    expect(
      isReported(report, { record: place.record, paths }),
      `${name} at ${changed[1]}, known as ${paths.join()}`,
    ).toBe(true)
  }
}

/** What is done to one cell of a table; `undefined` where it does not apply. The header is row 0. */
const cellChanges: Readonly<
  Record<string, (rows: string[][], row: number, column: number) => void>
> = {
  'cell with a mark': (rows, row, column) => void rows[row]?.splice(column, 1, mark),
  'one cell more': (rows, row) => void rows[row]?.push(mark),
  'cell among others': (rows, row, column) => void rows[row]?.splice(column, 0, mark),
  'row of one cell': (rows, row) => void rows.splice(row, 0, [mark]),
  'new column': (rows) => rows.forEach((cells, row) => cells.push(row === 0 ? 'More' : mark)),
}

const toCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

interface TextSource {
  readonly importer: (list_id: string) => Importer
  readonly name: string
  /** What notes call a column. */
  readonly columns?: Readonly<Record<string, string>>
}

/** The mark is sent, or in the report; a row that is rejected, or a column that is not imported, is named there. */
function expectNothingLost(what: string, { sent, report }: Outcome, place: string[]) {
  if (!report) return
  const found = `${sent} ${JSON.stringify(report)}`.toLowerCase()
  if (found.includes(mark.toLowerCase())) return
  const { notes, not_mapped, rejected } = report
  const lines = [...notes.map(formatNote), ...not_mapped.map(({ path }) => path)]
  const isNamed = place.some(
    (name) =>
      rejected.some(({ path }) => path === name || path.endsWith(` ${name}`)) ||
      lines.some(
        (line) =>
          name !== '' &&
          (line === name || line.startsWith(`${name}: `) || line.includes(`"${name}"`)),
      ),
  )
  expect(isNamed, `${what} at ${place.join()}`).toBe(true)
}

function describeTable(
  rows: readonly (readonly string[])[],
  { importer, name, columns = {} }: TextSource,
) {
  test(`${name} loses nothing of a table in silence`, { timeout: 120_000 }, async () => {
    const width = rows[0]?.length ?? 0
    await fc.assert(
      fc.asyncProperty(
        // The names of columns are no content.
        fc.integer({ min: 1, max: rows.length - 1 }),
        fc.nat(width - 1),
        fc.constantFrom(...Object.keys(cellChanges)),
        async (row, column, change) => {
          const copy = rows.map((cells) => [...cells])
          cellChanges[change]?.(copy, row, column)
          const outcome = await importFile(importer, name, toCsv(copy))
          // The first row of a file is 1, as in a spreadsheet.
          const header = copy[0]?.[column] ?? ''
          const place = [`row ${row + 1}`, `row ${row + 2}`, columns[header] ?? header]
          expectNothingLost(change, outcome, place)
        },
      ),
      runs,
    )
  })
}

function describeLines(text: string, { importer, name }: TextSource) {
  const lines = text.split('\n')
  test(`${name} loses no line in silence`, { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lines.length),
        fc.constantFrom('', '# ', '## ', '- '),
        async (at, sign) => {
          const copy = [...lines]
          copy.splice(at, 0, `${sign}${mark}`)
          expectNothingLost(`line ${at + 1}`, await importFile(importer, name, copy.join('\n')), [])
        },
      ),
      runs,
    )
  })
}

/** A board with a few of its cards and what belongs to them: a whole one takes seconds. */
function thinBoard(text: string, cards: number): Json {
  // The fixtures are exports of boards.
  const board = JSON.parse(text) as Record<string, { id?: string; idCard?: string }[]>
  const kept = (board['cards'] ?? []).slice(0, cards)
  const ids = new Set(kept.map(({ id }) => id))
  const isKept = (value: unknown) =>
    [...ids].some((id) => JSON.stringify(value).includes(String(id)))
  return {
    ...board,
    cards: kept,
    checklists: (board['checklists'] ?? []).filter(({ idCard }) => ids.has(idCard)).slice(0, 4),
    actions: (board['actions'] ?? []).filter(isKept).slice(0, 6),
  } as Json
}

const json = (name: string) => JSON.parse(read(`cases/${name}.json`)) as Json

describe('trello', () => {
  const importer = trelloImporter({})
  const sources = {
    'trello-string-labels': json('trello-string-labels'),
    'trello-comments-newest-first': json('trello-comments-newest-first'),
    'product-launch-sample-2026': thinBoard(read('product-launch-sample-2026.json.gz'), 3),
    'deck-example-2020': thinBoard(read('deck-example-2020.json.gz'), 3),
  }
  /** Ids of what a comment belongs to, and a second name of who wrote it. */
  const identities = /^actions\[\]\.(?:id|idMemberCreator|memberCreator\.(?:id|username))$/
  // Checklists inside cards have the paths of those beside them.
  const toReportPath = (path: string) => path.replace(/^cards\[\]\.checklists/, 'checklists')
  /** Actions that are no comments are counted by their types. */
  const aliasesIn = (file: Json) => (path: string, record: string) => {
    const [, index] = /^actions\[(\d+)\]/.exec(record) ?? []
    const actions = typeof file === 'object' && file !== null && 'actions' in file && file.actions
    const action = Array.isArray(actions) ? actions[Number(index)] : undefined
    const type = typeof action === 'object' && action !== null && 'type' in action && action.type
    return path.startsWith('actions') ? [`actions (${String(type)})`, 'actions (unknown)'] : []
  }
  for (const [name, file] of Object.entries(sources))
    describeJson(name, { importer, file, toReportPath, aliases: aliasesIn(file), identities })
})

describe('feedback', () => {
  const importer = feedbackImporter({ source: 'acme/w' })
  const toReportPath = (path: string) =>
    path.replace(/^(?:items)?(?:\[\])+/, 'issues[]').replaceAll(/\.author(?=$|\.)/g, '.user')
  const aliases = (path: string) => [
    path.replaceAll('.user', '.author'),
    ...(path.startsWith('issues[].reaction') ? ['skipped: reactions that cannot be read'] : []),
    ...(/\.comments\[\]\.reaction/.test(path) ? ['issues[].comments[].reactions'] : []),
  ]
  for (const name of ['gh-issue-list', 'gh-search'])
    describeJson(name, { importer, file: withoutHidden(json(name)), toReportPath, aliases })
})

/** Hidden comments are counted as such, with all that they hold. */
const withoutHidden = (file: Json) =>
  JSON.parse(JSON.stringify(file), (_key, value: Json) =>
    Array.isArray(value) ? value.filter((one) => !isHiddenComment(one)) : value,
  ) as Json

const isHiddenComment = (value: Json) =>
  typeof value === 'object' &&
  value !== null &&
  'isMinimized' in value &&
  value.isMinimized === true

describe('changelog', () => {
  const importer = changelogImporter({ source: 'w', undated: 'draft', today: '2026-11-21' })
  const toReportPath = (path: string) => path.replace(/^(?:\[\])+/, 'releases[]')
  const aliases = (path: string) =>
    path.endsWith('.publishedAt') ? ['releases[].published_at'] : []
  for (const name of ['gh-releases-slurp', 'gh-release-list'])
    describeJson(name, { importer, file: json(name), toReportPath, aliases })
})

describe('tables', () => {
  describeTable(
    [
      ['Email', 'Status', 'Tags', 'created_at', 'First name', 'unsubscribed_at'],
      ['ada@example.com', 'subscribed', 'vip, blog', '2024-03-24T10:23:10Z', 'Ada', ''],
      ['ben@example.com', 'unsubscribed', '', '2024-03-25T10:23:10Z', '', '2024-05-01'],
      ['cleo@example.com', 'pending', 'blog', '', 'Cleo', ''],
    ],
    {
      name: 'contacts.csv',
      columns: { Status: 'status', unsubscribed_at: 'consent' },
      importer: (list_id) =>
        contactsImporter(list_id, { time_zone: 'UTC', now: '2026-11-21T00:00:00Z' }),
    },
  )
  describeTable(
    [
      [
        'Title',
        'Subject',
        'Send Date',
        'Total Recipients',
        'Successful Deliveries',
        'Unique Opens',
        'Times Forwarded',
        'Unique Id',
      ],
      ['May', 'Hello', 'Jun 09, 2018 09:30 pm', '110', '108', '30', '2', '17ab'],
      ['June', 'Again', 'Jul 09, 2018 09:30 pm', '120', '118', '31', '0', '18ab'],
    ],
    { name: 'campaigns.csv', importer: () => campaignsImporter({ time_zone: 'UTC' }) },
  )
  describeTable(
    [
      [
        'id',
        'title',
        'body',
        'author_email',
        'author_name',
        'status',
        'tags',
        'vote_count',
        'created_at',
      ],
      [
        '1',
        'Dark mode',
        'Eyes hurt',
        'ada@example.com',
        'Ada',
        'open',
        'ui',
        '12',
        '2024-05-06T10:00:00Z',
      ],
      ['2', 'Export', '', 'ben@example.com', '', 'planned', '', '3', ''],
    ],
    { name: 'posts.csv', importer: () => feedbackImporter({ source: 'acme' }) },
  )
})

describe('lines', () => {
  const options = { source: 'w', undated: 'draft', today: '2026-11-21' } as const
  for (const name of ['changelog-heading-words', 'changelog-date-below', 'changelog-three-levels'])
    describeLines(read(`cases/${name}.md`), {
      name: `${name}.md`,
      importer: () => changelogImporter(options),
    })
})
