import { type Command, type Environment, UsageError, parseArguments } from './command.ts'
import { exportContacts } from './export.ts'
import { imports } from './import.ts'
import { keysCreate } from './keys.ts'
import { openapi } from './openapi.ts'
import { seed } from './seed.ts'
import { workspacesCreate } from './workspaces.ts'

export const commands: readonly Command[] = [
  keysCreate,
  workspacesCreate,
  ...imports,
  exportContacts,
  seed,
  openapi,
]

/** Runs one command line. Resolves to its exit code: 0 success, 1 failure, 2 usage error, 3 some records rejected. */
export async function run(args: readonly string[], env: Environment): Promise<number> {
  try {
    return await dispatch(args, env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function dispatch(args: readonly string[], env: Environment): Promise<number> {
  const helpIndex = args.findIndex((arg) => arg === '--help' || arg === '-h')
  const wantsHelp = helpIndex !== -1
  const words = wantsHelp ? args.slice(0, helpIndex) : args
  const command = commands.find(({ name }) => startsWith(words, name))
  if (command && !wantsHelp) {
    const rest = args.slice(command.name.split(' ').length)
    return runCommand(command, rest, env)
  }
  const siblings = commands.filter(({ name }) => name.split(' ')[0] === words[0])
  if (words.length > 0 && siblings.length === 0) {
    throw new UsageError(`Unknown command: ${words[0]}. Run --help for a list.`)
  }
  if (wantsHelp) {
    const overview = siblings.length > 0 ? siblings : commands
    process.stdout.write(command ? formatHelp(command) : formatOverview(overview))
    return 0
  }
  if (words.length === 0) throw new UsageError('Missing command. Run --help for a list.')
  const names = siblings.map(({ name }) => name).join(', ')
  throw new UsageError(`Unknown command: ${words.slice(0, 2).join(' ')}. Available: ${names}.`)
}

/** Runs a command; an expected error gets its name, because a script may run several. */
async function runCommand(
  command: Command,
  args: readonly string[],
  env: Environment,
): Promise<number> {
  try {
    return await command.run(parseArguments(command, args), env)
  } catch (error) {
    if (error instanceof Error) error.message = `${command.name}: ${error.message}`
    throw error
  }
}

const startsWith = (words: readonly string[], name: string) =>
  name.split(' ').every((word, index) => words[index] === word)

const PROGRAM = 'npm run cli --'

function formatOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `Usage: ${PROGRAM} <command>`,
    '',
    ...commands.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`),
    '',
    `Run \`${PROGRAM} <command> --help\` for details.`,
    '',
    'Commands use the server at WORKSPACE_URL with the key in WORKSPACE_KEY. If neither is set, they open the database',
    'directly (DATABASE_URL, or the embedded one in DATA_DIR); stop the server first.',
    '',
  ].join('\n')
}

function formatHelp({ name, description, operand, options }: Command): string {
  const rows = Object.entries(options).map(([option, definition]) => ({
    ...definition,
    usage: definition.placeholder ? `--${option} ${definition.placeholder}` : `--${option}`,
  }))
  const width = Math.max(0, ...rows.map(({ usage }) => usage.length))
  const usages = rows.map(({ usage, required }) => (required ? usage : `[${usage}]`))
  return [
    `Usage: ${[PROGRAM, name, operand, ...usages].filter(Boolean).join(' ')}`,
    '',
    description,
    ...(rows.length > 0 ? [''] : []),
    ...rows.map((row) => `  ${row.usage.padEnd(width)}  ${row.description}`),
    '',
  ].join('\n')
}
