import { parseArgs } from 'node:util'

/** One command of the command line. `--help` is generated from this. */
export interface Command {
  /** As typed: `keys create`. */
  readonly name: string
  readonly description: string
  /** The required arguments after the name, if any: `FILE…`. */
  readonly operand?: string
  readonly options: Readonly<Record<string, Option>>
  /** Resolves to the exit code. */
  run(args: Arguments, env: Environment): Promise<number>
}

export interface Option {
  readonly description: string
  /** Name of the value in the help; an option without it is a flag. */
  readonly placeholder?: string
  readonly required?: boolean
  readonly multiple?: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The parsed arguments after the name of a command. */
export interface Arguments {
  readonly operands: readonly string[]
  has(option: string): boolean
  get(option: string): string | undefined
  getAll(option: string): readonly string[]
}

/** A wrong command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An expected failure of a command: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Parses the arguments after the name of a command. Throws a `UsageError`. */
export function parseArguments(command: Command, args: readonly string[]): Arguments {
  const { values, positionals } = parse(command, args)
  const getAll = (option: string) => (values[option] ?? []).map(String)
  for (const [name, { required, multiple, placeholder }] of Object.entries(command.options)) {
    const count = getAll(name).length
    if (required && count === 0) throw new UsageError(`Missing option: --${name} ${placeholder}`)
    if (!multiple && count > 1) throw new UsageError(`Duplicate option: --${name}`)
  }
  const [operand] = positionals
  if (command.operand === undefined && operand !== undefined) {
    throw new UsageError(`Unexpected argument: ${operand}`)
  }
  if (command.operand !== undefined && operand === undefined) {
    throw new UsageError(`Missing argument: ${command.operand.replace('…', '')}`)
  }
  return {
    operands: positionals,
    has: (option) => getAll(option).length > 0,
    get: (option) => getAll(option).at(-1),
    getAll,
  }
}

function parse({ name, options }: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([option, { placeholder }]) => [
          option,
          // All of them multiple, because otherwise the last duplicate wins.
          { type: placeholder === undefined ? 'boolean' : 'string', multiple: true } as const,
        ]),
      ),
    })
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error
    // parseArgs names the option in its message only.
    const flag = /'(-[^' ]+)/.exec(error.message)?.[1] ?? ''
    if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      throw new UsageError(
        `Unknown option: ${flag}. Run \`npm run cli -- ${name} --help\` for a list.`,
      )
    }
    if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error
    const placeholder = options[flag.slice(2)]?.placeholder
    throw new UsageError(
      placeholder === undefined
        ? `${flag} takes no value.`
        : `Missing value: ${flag} ${placeholder}`,
    )
  }
}
