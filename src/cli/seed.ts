import { writeFileSync } from 'node:fs'

import { sizes } from '#example/sizes.rules.ts'
import {
  type Arguments,
  type Command,
  CommandError,
  type Environment,
  UsageError,
} from './command.ts'
import { createTrelloBoard } from './seed-board.ts'
import { printWorkspaces } from './workspaces.ts'

/** Fixed, so that the same seed creates the same workspace at any time. */
const DEFAULT_NOW = '2026-06-01T09:00:00Z'
const MAX = 1_000_000_000

export const seed: Command = {
  name: 'seed',
  description:
    'Create a workspace with sample data, or write a Trello export with --trello (deterministic)',
  options: {
    size: {
      placeholder: 'small|large|huge',
      description: 'huge (1 million contacts) requires PostgreSQL',
    },
    seed: { placeholder: 'N', description: 'seed of the random data (default 1)' },
    now: {
      placeholder: 'T',
      description: `date of the newest data (default ${DEFAULT_NOW})`,
    },
    json: { description: 'print the id and the key as JSON' },
    trello: {
      placeholder: 'FILE',
      description: 'write a board to this file instead of a workspace',
    },
    cards: { placeholder: 'N', description: 'cards of the board, 1 to 1,000,000' },
    lists: { placeholder: 'N', description: 'lists of the board, 1 to 500 (default 10)' },
    force: { description: 'overwrite FILE if it exists' },
  },
  run(args, env) {
    if (args.has('trello') === args.has('size')) {
      throw new UsageError(
        'Missing option: --size small|large|huge, or --trello FILE and --cards N',
      )
    }
    return args.has('size') ? createSeededWorkspace(args, env) : writeBoard(args)
  },
}

async function createSeededWorkspace(args: Arguments, env: Environment): Promise<number> {
  rejectOptions(args, '--size', ['cards', 'lists', 'force'])
  const size = sizes.find((one) => one === args.get('size'))
  if (!size) throw new UsageError('--size must be small, large or huge.')
  const seeding = { size, seed: parseInteger(args, 'seed', MAX, 1), now: parseNow(args) }
  const { seedWorkspace } = await import('#service/in-process-service.ts')
  printWorkspaces([await seedWorkspace(env, seeding)], args.has('json'))
  return 0
}

async function writeBoard(args: Arguments): Promise<number> {
  rejectOptions(args, '--trello', ['now', 'json'])
  if (!args.has('cards')) throw new UsageError('Missing option: --cards N')
  const file = args.get('trello') ?? ''
  const board = {
    cards: parseInteger(args, 'cards', 1_000_000, 0),
    lists: parseInteger(args, 'lists', 500, 10),
    seed: parseInteger(args, 'seed', MAX, 1),
  }
  writeBoardFile(file, `${JSON.stringify(createTrelloBoard(board))}\n`, args.has('force'))
  process.stdout.write(`${file}: ${board.cards} cards in ${board.lists} lists.\n`)
  return 0
}

function writeBoardFile(file: string, text: string, isForced: boolean): void {
  try {
    writeFileSync(file, text, { flag: isForced ? 'w' : 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new CommandError(`${file} already exists. Use --force to overwrite it.`)
  }
}

function rejectOptions(args: Arguments, form: string, others: readonly string[]): void {
  const other = others.find((option) => args.has(option))
  if (other !== undefined) throw new UsageError(`--${other} cannot be used with ${form}.`)
}

function parseNow(args: Arguments): Date {
  const text = args.get('now') ?? DEFAULT_NOW
  const moment = new Date(text)
  const year = moment.getUTCFullYear()
  if (/T.*(Z|[+-]\d\d:?\d\d)$/i.test(text) && year >= 2000 && year < 2100) return moment
  throw new UsageError(`--now must be a date and time with an offset, such as ${DEFAULT_NOW}.`)
}

function parseInteger(args: Arguments, option: string, limit: number, fallback: number): number {
  const text = args.get(option)
  if (text === undefined) return fallback
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= limit) return number
  throw new UsageError(
    `--${option} must be a whole number from 1 to ${limit.toLocaleString('en')}.`,
  )
}
