import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { commands, run } from './run.ts'

let folder: string
let out: string
let err: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'))
  out = ''
  err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const board = {
  id: 'b',
  name: 'B',
  lists: [{ id: 'l', name: 'L' }],
  cards: [{ id: 'c', name: 'C', idList: 'l' }],
}

test('--help lists every command, and every command tells its options', async () => {
  expect(await run(['--help'], {})).toBe(0)
  for (const { words, about } of commands)
    expect(out).toMatch(new RegExp(`^  ${words} +${about.slice(0, 20)}`, 'm'))
  for (const { words, options } of commands) {
    out = ''
    expect(await run([...words.split(' '), '--help'], {})).toBe(0)
    expect(out).toContain(`Usage: npm run cli -- ${words}`)
    for (const [name, option] of Object.entries(options))
      expect(out).toContain(`--${name}${option.value ? ' ' : ''}`)
  }
  expect(err).toBe('')
})

test('the help of a first word tells of its commands', async () => {
  expect(await run(['keys', '--help'], {})).toBe(0)
  expect(out).toContain('keys create')
  expect(out).not.toContain('import trello')
})

test.each([
  [[], 'Which command? --help lists those there are.'],
  [['bake'], 'There is no command "bake". --help lists those there are.'],
  [['bake', '--help'], 'There is no command "bake". --help lists those there are.'],
  [['keys'], 'There is no command "keys", but "keys create".'],
  [
    ['import', 'jira', 'x'],
    'There is no command "import jira", but "import trello" or "import contacts" or "import campaigns" or "import changelog" or "import feedback".',
  ],
  [['keys', 'create', '--name', 'x', '--scope', 'all'], '--scope is read or write, not "all".'],
  [['keys', 'create', '--name', 'x', '--scope', 'read', '--admin'], '--admin needs --scope write.'],
  [['workspaces', 'create', '--name', ' '], '--name is one line of 1 to 255 characters.'],
  [['seed', '--trello', 'x', '--cards', 'ten'], '--cards is a whole number from 1 to 1,000,000.'],
  [['import', 'contacts', 'x'], 'import contacts needs --list ID.'],
  [
    ['import', 'contacts', 'x', '--list', 'lst_1', '--status', 'gone'],
    '--status is subscribed, pending, unsubscribed or bounced, not "gone".',
  ],
  [
    ['import', 'campaigns', 'x', '--timezone', 'Mars/Base'],
    '--timezone is the name of a time zone such as Europe/Berlin, not "Mars/Base".',
  ],
  [
    ['import', 'changelog', 'x', '--undated', 'maybe'],
    '--undated is draft or published, not "maybe".',
  ],
  [
    ['import', 'trello', 'x', '--report', '/nowhere/at/all.json'],
    '--report /nowhere/at/all.json: its folder is not there or may not be written to.',
  ],
])('the command line %j is answered with one sentence and exit code 2', async (words, message) => {
  expect(await run(words, {})).toBe(2)
  expect([out, err]).toEqual(['', `${message}\n`])
})

test('half a setting says which one is missing', async () => {
  const words = ['keys', 'create', '--name', 'x', '--scope', 'read']
  expect(await run(words, { WORKSPACE_URL: 'http://127.0.0.1:1/v1' })).toBe(2)
  expect(await run(words, { WORKSPACE_KEY: 'wsk' })).toBe(2)
  expect(err).toBe(
    'WORKSPACE_URL is set and WORKSPACE_KEY is not: set both, or neither.\n' +
      'WORKSPACE_KEY is set and WORKSPACE_URL is not: set both, or neither.\n',
  )
})

test('a file that is no export ends the import before any database is opened', async () => {
  const sound = file('sound.json', JSON.stringify(board))
  const env = { DATA_DIR: join(folder, 'data') }
  const refused = [
    [join(folder, 'none.json'), ' cannot be read. There is no such file.'],
    [folder, ' cannot be read. It is a folder.'],
    [file('16.json', Buffer.from('\uFEFF{}', 'utf16le')), ' is UTF-16 text; save it as UTF-8.'],
    [file('latin.json', Buffer.from('{"name":"caf\xe9"}', 'latin1')), ' is not UTF-8 text.'],
    [file('zip.json', Buffer.from('PK\x03\x04rest')), ' is a ZIP archive; unpack it first.'],
    [file('half.gz', gzipSync('{}').subarray(0, 12)), ' is compressed and damaged.'],
    [
      file('broken.json', '{"lists":[}'),
      ': Line 1, column 11: expected a value or a closing bracket, found }.',
    ],
  ]
  for (const [name, message] of refused) {
    err = ''
    expect(await run(['import', 'trello', sound, name ?? ''], env)).toBe(1)
    expect([out, err]).toEqual(['', `${name}${message}\n`])
  }
  expect(() => readFileSync(join(folder, 'data'))).toThrow('ENOENT')
})
