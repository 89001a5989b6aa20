import type { Command, Option } from './command.ts'

const program = 'npm run cli --'

/** All commands, or those whose words begin alike. */
export function overview(commands: readonly Command[]): string {
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

export function helpOf({ words, about, takes, options }: Command): string {
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
