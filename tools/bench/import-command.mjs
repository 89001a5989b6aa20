// The import commands of the command line: their speed, and their memory. Part of import.mjs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { runCli } from '../running-service.mjs'
import { round } from './figures.mjs'

const goals = { contacts: 2000, cards: 600, memory: 200 }
const program = path.resolve(import.meta.dirname, '../../dist/service/cli.js')

/** The largest resident memory so far, MiB; undefined when the process has ended. */
function peakMemory(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  } catch {
    return undefined
  }
}

/** Runs an import and returns its report, time and memory. */
async function runImport({ url, key }, folder, ...args) {
  const reportFile = path.join(folder, 'report.json')
  const began = performance.now()
  const child = spawn(process.execPath, [program, 'import', ...args, '--report', reportFile], {
    env: { PATH: process.env.PATH ?? '', WORKSPACE_URL: url, WORKSPACE_KEY: key },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  const ended = once(child, 'close')
  let memory = 0
  while (child.exitCode === null && child.signalCode === null) {
    memory = Math.max(memory, peakMemory(child.pid) || 0)
    await sleep(20)
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`import ${args.join(' ')} ended with ${code}: ${errors}`)
  const seconds = (performance.now() - began) / 1000
  return { counts: JSON.parse(fs.readFileSync(reportFile, 'utf8')).counts, seconds, memory }
}

function requireCount(counts, outcome, kind, expected) {
  if (counts[kind][outcome] !== expected)
    throw new Error(`${counts[kind][outcome]} of ${expected} ${kind} were ${outcome}.`)
}

const atLeast = (figure, value, goal) => ({
  figure,
  value: round(value),
  ...(goal === undefined ? {} : { goal: `>= ${goal}`, met: value >= goal ? 'yes' : 'NO' }),
})
const atMost = (figure, value, goal) => ({
  figure,
  value: round(value),
  goal: `<= ${goal}`,
  met: value <= goal ? 'yes' : 'NO',
})

/** Imports a file twice; the second time writes nothing. Returns the rows of the table. */
async function measureTwice(server, folder, { kind, count, goal }, ...args) {
  const first = await runImport(server, folder, ...args)
  requireCount(first.counts, 'created', kind, count)
  const second = await runImport(server, folder, ...args)
  requireCount(second.counts, 'unchanged', kind, count)
  return [
    atLeast(`command line: ${count} ${kind}, a second`, count / first.seconds, goal),
    atMost('memory of the command, MiB', first.memory, goals.memory),
    atLeast('the same again, nothing to write: a second', count / second.seconds, goal),
    atMost('memory of the command, MiB', second.memory, goals.memory),
  ]
}

/** Rows of figures with their goals: contacts from a CSV file, and a board with one long list. */
export async function measureImportCommand({ url, key, call, folder, contacts, cards }) {
  const server = { url, key }
  const { id } = await call('POST', '/lists', { name: 'From the command line' })
  const board = path.join(folder, 'board.json')
  runCli(folder, {}, 'seed', '--trello', board, '--cards', String(cards))
  return [
    ...(await measureTwice(
      server,
      folder,
      { kind: 'contacts', count: contacts.rows, goal: goals.contacts },
      'contacts',
      contacts.file,
      '--list',
      id,
    )),
    ...(await measureTwice(
      server,
      folder,
      { kind: 'cards', count: cards, goal: goals.cards },
      'trello',
      board,
    )),
  ]
}
