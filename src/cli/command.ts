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
