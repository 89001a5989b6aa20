/** One command of the command line. `--help` is printed from this, so only what works is listed. */
export interface Command {
  /** As typed: `keys create`. */
  readonly words: string
  readonly about: string
  /** What stands after the words, when something must: `FILE…`. */
  readonly takes?: string
  readonly options: Readonly<Record<string, Option>>
  /** Resolves to the exit code. */
  run(given: Given, env: Environment): Promise<number>
}

export interface Option {
  readonly about: string
  /** What the option is followed by; without it the option stands alone. */
  readonly value?: string
  readonly required?: boolean
  readonly repeats?: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** What was typed after the words of a command. */
export interface Given {
  readonly operands: readonly string[]
  has(option: string): boolean
  text(option: string): string | undefined
  texts(option: string): readonly string[]
}

/** A wrong command line: one sentence, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What ends a command with one sentence and exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Reads what follows the words of a command. Throws a `UsageError` with one sentence. */
export function readArguments(command: Command, words: readonly string[]): Given {
  const operands: string[] = []
  const values = new Map<string, string[]>()
  const waiting = [...words]
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === '--') operands.push(...waiting.splice(0))
    else if (!/^-./.test(word)) operands.push(word)
    else {
      const [, name = '', joined] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
      const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined
      if (!option)
        throw new UsageError(`${command.words} has no option ${word.replace(/=.*/s, '')}.`)
      if (option.value === undefined && joined !== undefined) {
        throw new UsageError(`--${name} stands alone and takes no value.`)
      }
      const value = option.value === undefined ? '' : (joined ?? waiting.shift())
      if (value === undefined)
        throw new UsageError(`--${name} needs a value: --${name} ${option.value}.`)
      const before = values.get(name) ?? []
      if (before.length > 0 && option.repeats !== true) {
        throw new UsageError(`--${name} may be given once.`)
      }
      values.set(name, [...before, value])
    }
  }
  refuseMissing(command, values, operands)
  return {
    operands,
    has: (option) => values.has(option),
    text: (option) => values.get(option)?.at(-1),
    texts: (option) => values.get(option) ?? [],
  }
}

function refuseMissing(
  command: Command,
  values: ReadonlyMap<string, string[]>,
  operands: readonly string[],
): void {
  for (const [name, { required, value }] of Object.entries(command.options)) {
    if (required === true && !values.has(name)) {
      throw new UsageError(`${command.words} needs --${name} ${value}.`)
    }
  }
  if (command.takes === undefined && operands.length > 0) {
    throw new UsageError(`${command.words} takes no "${operands[0]}".`)
  }
  if (command.takes !== undefined && operands.length === 0) {
    throw new UsageError(`${command.words} needs ${command.takes}.`)
  }
}
