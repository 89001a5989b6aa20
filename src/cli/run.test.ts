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

test('--help lists every command, and the help of a command its options', async () => {
  expect(await run(['--help'], {})).toBe(0)
  for (const { name: words, description: about } of commands)
    expect(out).toMatch(new RegExp(`^  ${words} +${about.slice(0, 18)}`, 'm'))
  for (const { name: words, options } of commands) {
    out = ''
    expect(await run([...words.split(' '), '--help'], {})).toBe(0)
    expect(out).toContain(`Usage: npm run cli -- ${words}`)
    for (const [name, option] of Object.entries(options))
      expect(out).toContain(`--${name}${option.placeholder ? ' ' : ''}`)
  }
  expect(err).toBe('')
})

test('the README has a row for every command', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const missing = commands.filter(
    ({ name }) => !new RegExp(`^\\| \`${name}[ \`]`, 'm').test(readme),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('the help of a first word lists its commands', async () => {
  expect(await run(['keys', '--help'], {})).toBe(0)
  expect(out).toContain('keys create')
  expect(out).not.toContain('import trello')
})

test.each([
  [[], 'Missing command. Run --help for a list.'],
  [['bake'], 'Unknown command: bake. Run --help for a list.'],
  [['bake', '--help'], 'Unknown command: bake. Run --help for a list.'],
  [['keys'], 'Unknown command: keys. Available: keys create.'],
  [
    ['import', 'jira', 'x'],
    'Unknown command: import jira. Available: import trello, import contacts, import campaigns, import changelog, import feedback.',
  ],
  [
    ['keys', 'create', '--name', 'x', '--scope', 'all'],
    'keys create: --scope must be read or write, not "all".',
  ],
  [
    ['keys', 'create', '--name', 'x', '--scope', 'read', '--admin'],
    'keys create: --admin requires --scope write.',
  ],
  [
    ['workspaces', 'create', '--name', ' '],
    'workspaces create: --name must be one line of 1 to 255 characters.',
  ],
  [
    ['seed', '--trello', 'x', '--cards', 'ten'],
    'seed: --cards must be a whole number from 1 to 1,000,000.',
  ],
  [['import', 'trello'], 'import trello: Missing argument: FILE'],
  [['import', 'contacts', 'x'], 'import contacts: Missing option: --list ID'],
  [
    ['import', 'contacts', 'x', '--list', 'lst_1', '--status', 'gone'],
    'import contacts: --status must be subscribed, pending, unsubscribed or bounced, not "gone".',
  ],
  [
    ['import', 'contacts', 'x', '--list', 'lst_1', '--status', 'weg=gone'],
    'import contacts: --status must be subscribed, pending, unsubscribed or bounced, not "weg=gone".',
  ],
  [
    ['import', 'contacts', 'x', '--list', 'lst_1', '--column', 'Opt=maybe'],
    'import contacts: --column must be a name, =, and email_address, tags, status, created_at, opt_in, opt_out, fields.NAME or none, not "Opt=maybe".',
  ],
  [
    ['import', 'campaigns', 'x', '--timezone', 'Mars/Base'],
    'import campaigns: --timezone must be a time zone such as Europe/Berlin, not "Mars/Base".',
  ],
  [
    ['import', 'feedback', 'x', '--date-order', 'year'],
    'import feedback: --date-order must be day or month, not "year".',
  ],
  [
    ['import', 'changelog', 'x', '--undated', 'maybe'],
    'import changelog: --undated must be draft or published, not "maybe".',
  ],
  [
    ['import', 'trello', 'x', '--report', '/nowhere/at/all.json'],
    'import trello: --report /nowhere/at/all.json: the folder does not exist or is not writable.',
  ],
])('the command line %j is rejected with one sentence and exit code 2', async (args, message) => {
  expect(await run(args, {})).toBe(2)
  expect([out, err]).toEqual(['', `${message}\n`])
})

test('half of the connection settings names the missing one', async () => {
  const args = ['keys', 'create', '--name', 'x', '--scope', 'read']
  expect(await run(args, { WORKSPACE_URL: 'http://127.0.0.1:1/v1' })).toBe(2)
  expect(await run(args, { WORKSPACE_KEY: 'wsk' })).toBe(2)
  expect(err).toBe(
    'keys create: WORKSPACE_URL is set but WORKSPACE_KEY is not. Set both or neither.\n' +
      'keys create: WORKSPACE_KEY is set but WORKSPACE_URL is not. Set both or neither.\n',
  )
})

test('an unreadable file ends the import before any database is opened', async () => {
  const valid = file('valid.json', JSON.stringify(board))
  const env = { DATA_DIR: join(folder, 'data') }
  const cases = [
    [join(folder, 'none.json'), ': No such file.'],
    [folder, ': This is a folder.'],
    [file('16.json', Buffer.from('\uFEFF{}', 'utf16le')), ' is UTF-16 text; save it as UTF-8.'],
    [file('latin.json', Buffer.from('{"name":"caf\xe9"}', 'latin1')), ' is not UTF-8 text.'],
    [file('zip.json', Buffer.from('PK\x03\x04rest')), ' is a ZIP archive; unpack it first.'],
    [file('half.gz', gzipSync('{}').subarray(0, 12)), ' is a damaged gzip file.'],
    [
      file('broken.json', '{"lists":[}'),
      ': Line 1, column 11: expected a value or a closing bracket, found }.',
    ],
  ]
  for (const [name, message] of cases) {
    err = ''
    expect(await run(['import', 'trello', valid, name ?? ''], env)).toBe(1)
    expect([out, err]).toEqual(['', `import trello: ${name}${message}\n`])
  }
  expect(() => readFileSync(join(folder, 'data'))).toThrow('ENOENT')
})

test('seed --trello overwrites a file only with --force', async () => {
  const path = file('board.json', 'mine')
  const seed = ['seed', '--trello', path, '--cards', '3']
  expect(await run(seed, {})).toBe(1)
  expect(err).toBe(`seed: ${path} already exists. Use --force to overwrite it.\n`)
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(await run([...seed, '--force'], {})).toBe(0)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ cards: [{}, {}, {}] })
})
