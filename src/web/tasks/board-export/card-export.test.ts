import { afterEach, expect, test } from 'vitest'

import type { Board, Card } from '#client/resources.ts'
import { setDateSettings } from '#web/ui/format.ts'
import { exportCards } from './card-export.rules.ts'

const list = (id: string, name: string) => ({ id, name }) as Board['lists'][number]
const label = (id: string, name: string, color: string) =>
  ({ id, name, color }) as Board['labels'][number]
const board = {
  id: 'brd_1',
  name: 'Launch: "autumn"/2025',
  lists: [list('l1', 'To do'), list('l2', 'Done')],
  labels: [label('a', 'Copy', 'green'), label('b', '', 'red')],
}
// Only the fields that a file contains.
const card = (more: object = {}) =>
  ({
    id: 'crd_1',
    board_id: 'brd_1',
    list_id: 'l1',
    name: 'Write it',
    label_ids: [],
    members: [],
    due_at: null,
    start_at: null,
    completed: false,
    completed_at: null,
    status: 'open',
    description: null,
    ...more,
  }) as Card
const now = new Date(2025, 10, 3, 12)
const csvOf = (...cards: Card[]) => exportCards({ board, cards, format: 'csv', now }).text
const rowsOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')

test('a CSV file has one row per card with names instead of ids', () => {
  const full = card({
    list_id: 'l2',
    label_ids: ['a', 'b', 'gone'],
    members: [
      { id: 'm', name: 'Ada Moss' },
      { id: 'n', name: 'Ben Ott' },
    ],
    due_at: '2025-11-04T10:00:00.000Z',
    completed: true,
    completed_at: '2025-11-03T09:00:00.000Z',
  })
  const text = csvOf(card(), full)
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(rowsOf(text)).toEqual([
    'Title,List,Labels,Members,Start,Due,Done,Completed at,Archived,ID',
    'Write it,To do,,,,,no,,no,crd_1',
    'Write it,Done,"Copy, red","Ada Moss, Ben Ott",,2025-11-04T10:00:00.000Z,yes,2025-11-03T09:00:00.000Z,no,crd_1',
  ])
})

test('T95 titles and descriptions that a spreadsheet would run are escaped', () => {
  const risky = ['=1+1', '+1', '-1', '@x', '\tx'].map((name) => card({ name }))
  expect(rowsOf(csvOf(...risky)).map((row) => (row[0] === '"' ? row[1] : row[0]))).toEqual([
    'T',
    "'",
    "'",
    "'",
    "'",
    "'",
  ])
  const row = rowsOf(csvOf(card({ name: 'a "b", c', description: '=HYPERLINK("x")\nend' })))
  expect(row[0]).toMatch(/,Description$/)
  expect(row[1]).toBe('"a ""b"", c",To do,,,,,no,,no,crd_1,"\'=HYPERLINK(""x"")\nend"')
})

test('raw values keep the texts as they are', () => {
  const { text } = exportCards({
    board,
    cards: [card({ name: '=1+1' })],
    format: 'csv',
    now,
    raw: true,
  })
  expect(rowsOf(text)[1]).toMatch(/^=1\+1,/)
})

test('a JSON file has the board and its cards as they are', () => {
  const { text, type } = exportCards({
    board,
    cards: [card({ name: '=1+1', label_ids: ['a'], description: 'Text' })],
    format: 'json',
    now,
  })
  expect(type).toBe('application/json')
  expect(JSON.parse(text)).toEqual({
    board: { id: 'brd_1', name: board.name },
    exported_at: now.toISOString(),
    cards: [
      {
        id: 'crd_1',
        title: '=1+1',
        list: { id: 'l1', name: 'To do' },
        labels: [{ name: 'Copy', color: 'green' }],
        members: [],
        start_at: null,
        due_at: null,
        completed: false,
        completed_at: null,
        status: 'open',
        description: 'Text',
      },
    ],
  })
})

test.each([
  ['Launch: "autumn"/2025', 'Launch autumn 2025 2025-11-03.csv'],
  ['../../etc', 'etc 2025-11-03.csv'],
  ['\u202Etxt.exe', 'txt.exe 2025-11-03.csv'],
  ['???', 'Board 2025-11-03.csv'],
  ['🚀'.repeat(100), `${'🚀'.repeat(80)} 2025-11-03.csv`],
])('the file of the board %j is named %j', (name, expected) => {
  const file = exportCards({ board: { ...board, name }, cards: [], format: 'csv', now })
  expect(file.name).toBe(expected)
})

const setZone = (timeZone: string) => setDateSettings({ timeZone, locale: '', firstDay: null })
// The files of a project share processes.
afterEach(() => setZone(''))

test.each([
  ['America/Los_Angeles', 'Launch 2025-11-03.csv'],
  ['Pacific/Kiritimati', 'Launch 2025-11-04.csv'],
])('the name of a file has the day in %s', (zone, expected) => {
  setZone(zone)
  const evening = new Date('2025-11-03T20:00:00Z')
  const options = { board: { ...board, name: 'Launch' }, cards: [], format: 'csv' } as const
  expect(exportCards({ ...options, now: evening }).name).toBe(expected)
})

test('the file of an export that is not complete is named partial', () => {
  const { name } = exportCards({ board, cards: [], format: 'json', now, partial: true })
  expect(name).toMatch(/ partial\.json$/)
})
