import { writeFileSync } from 'node:fs'

import { seedWorkspace } from '#service/in-process-service.ts'
import { type Command, type Environment, type Given, UsageError } from './command.ts'
import { trelloBoard } from './seed-board.ts'
import { printWorkspaces } from './workspaces.ts'

const sizes = ['small', 'large', 'huge'] as const
/** Fixed: the wall clock would make every workspace another one. */
const usualMoment = '2026-06-01T09:00:00Z'
const most = 1_000_000_000

export const seed: Command = {
  words: 'seed',
  about:
    'Fills a workspace of its own with invented people, cards and posts; or writes a board as a Trello export. The same numbers make the same.',
  options: {
    size: { value: 'small|large|huge', about: 'huge has a million contacts and wants PostgreSQL' },
    seed: { value: 'N', about: 'another number makes another workspace, or board (1)' },
    now: {
      value: 'T',
      about: `the moment everything is dated by, such as ${usualMoment}, which is the usual one`,
    },
    json: { about: 'prints the id and the key as JSON' },
    trello: { value: 'FILE', about: 'writes a board there, and no workspace' },
    cards: { value: 'N', about: 'of the board, 1 to 1,000,000' },
    lists: { value: 'N', about: 'of the board, 1 to 500 (10)' },
  },
  run(given, env) {
    if (given.has('trello') === given.has('size')) {
      throw new UsageError('seed needs --size small|large|huge, or --trello FILE and --cards N.')
    }
    return given.has('size') ? seedSize(given, env) : writeBoard(given)
  },
}

async function seedSize(given: Given, env: Environment): Promise<number> {
  refuse(given, '--size', ['cards', 'lists'])
  const size = sizes.find((one) => one === given.text('size'))
  if (!size) throw new UsageError('--size is small, large or huge.')
  const seeding = { size, seed: wholeNumber(given, 'seed', most, 1), now: momentOf(given) }
  printWorkspaces([await seedWorkspace(env, seeding)], given.has('json'))
  return 0
}

async function writeBoard(given: Given): Promise<number> {
  refuse(given, '--trello', ['now', 'json'])
  if (!given.has('cards')) throw new UsageError('seed --trello needs --cards N.')
  const file = given.text('trello') ?? ''
  const board = {
    cards: wholeNumber(given, 'cards', 1_000_000, 0),
    lists: wholeNumber(given, 'lists', 500, 10),
    seed: wholeNumber(given, 'seed', most, 1),
  }
  writeFileSync(file, `${JSON.stringify(trelloBoard(board))}\n`)
  process.stdout.write(`${file}: ${board.cards} cards in ${board.lists} lists.\n`)
  return 0
}

function refuse(given: Given, form: string, others: readonly string[]): void {
  const other = others.find((option) => given.has(option))
  if (other !== undefined) throw new UsageError(`--${other} does not go with ${form}.`)
}

function momentOf(given: Given): Date {
  const text = given.text('now') ?? usualMoment
  const moment = new Date(text)
  const year = moment.getUTCFullYear()
  if (/T.*(Z|[+-]\d\d:?\d\d)$/i.test(text) && year >= 2000 && year < 2100) return moment
  throw new UsageError(`--now is a moment with its offset from UTC, such as ${usualMoment}.`)
}

function wholeNumber(given: Given, option: string, limit: number, otherwise: number): number {
  const text = given.text(option)
  if (text === undefined) return otherwise
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= limit) return number
  throw new UsageError(`--${option} is a whole number from 1 to ${limit.toLocaleString('en')}.`)
}
