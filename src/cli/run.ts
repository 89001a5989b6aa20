import {
  type Command,
  type Environment,
  UsageError,
  type Option,
  readArguments,
} from './command.ts'
import { imports } from './import.ts'
import { keysCreate } from './keys.ts'
import { openapi } from './openapi.ts'
import { seed } from './seed.ts'
import { workspacesCreate } from './workspaces.ts'

export const commands: readonly Command[] = [
  keysCreate,
  workspacesCreate,
  ...imports,
  seed,
  openapi,
]

/** Runs one command line and resolves to its exit code: 0 done, 1 not done, 2 wrong command line, 3 done in part. */
export async function run(words: readonly string[], env: Environment): Promise<number> {
  try {
    return await dispatch(words, env)
  } catch (error) {
    const wrong = error instanceof UsageError
    process.stderr.write(`${sentence(error)}\n`)
    return wrong ? 2 : 1
  }
}

async function dispatch(words: readonly string[], env: Environment): Promise<number> {
  const asks = words.findIndex((word) => word === '--help' || word === '-h')
  const named = asks === -1 ? words : words.slice(0, asks)
  const command = commands.find((one) => startsWith(named, one.words))
  if (command && asks === -1) {
    const rest = words.slice(command.words.split(' ').length)
    return command.run(readArguments(command, rest), env)
  }
  if (command) {
    process.stdout.write(helpOf(command))
    return 0
  }
  const [first] = named
  const alike = commands.filter((one) => one.words.split(' ')[0] === first)
  if (named.length > 0 && alike.length === 0) {
    throw new UsageError(`There is no command "${first}". --help lists those there are.`)
  }
  if (asks !== -1) {
    process.stdout.write(overview(alike.length > 0 ? alike : commands))
    return 0
  }
  if (named.length === 0) throw new UsageError('Which command? --help lists those there are.')
  const known = alike.map((one) => `"${one.words}"`).join(' or ')
  throw new UsageError(`There is no command "${named.slice(0, 2).join(' ')}", but ${known}.`)
}

const startsWith = (words: readonly string[], command: string) =>
  command.split(' ').every((word, index) => words[index] === word)

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

const program = 'npm run cli --'

/** All commands, or those whose words begin alike. */
function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ words }) => words.length))
  return [
    `Usage: ${program} <command>`,
    '',
    ...commands.map(({ words, about }) => `  ${words.padEnd(width)}  ${about}`),
    '',
    `${program} <command> --help tells more of one.`,
    '',
    'A command works through the service at WORKSPACE_URL with the key in WORKSPACE_KEY when both are set, and',
    'otherwise opens the database itself (DATABASE_URL, or the embedded one in DATA_DIR while no service runs on it).',
    '',
  ].join('\n')
}

function helpOf({ words, about, takes, options }: Command): string {
  const listed = Object.entries(options)
  const width = Math.max(0, ...listed.map(([name, option]) => typed(name, option).length))
  return [
    `Usage: ${[program, words, takes, ...listed.map(([name, option]) => inUsage(name, option))].filter(Boolean).join(' ')}`,
    '',
    about,
    ...(listed.length > 0 ? [''] : []),
    ...listed.map(([name, option]) => `  ${typed(name, option).padEnd(width)}  ${option.about}`),
    '',
  ].join('\n')
}

const typed = (name: string, { value }: Option) =>
  value === undefined ? `--${name}` : `--${name} ${value}`

const inUsage = (name: string, option: Option) =>
  option.required === true ? typed(name, option) : `[${typed(name, option)}]`
