import type { Given, Option } from './command.ts'
import { UsageError } from './command.ts'

export const timeZone: Option = {
  value: 'ZONE',
  about: 'of dates without an offset, as Europe/Berlin (UTC)',
}

/** Refuses what no calendar knows. */
export function timeZoneOf(given: Given, isTimeZone: (name: string) => boolean): string {
  const name = given.text('timezone') ?? 'UTC'
  if (isTimeZone(name)) return name
  throw new UsageError(
    `--timezone is the name of a time zone such as Europe/Berlin, not "${name}".`,
  )
}

/** One of a few words; undefined when the option is not given. */
export function oneOf<Word extends string>(
  given: Given,
  option: string,
  words: readonly Word[],
): Word | undefined {
  const text = given.text(option)
  const word = words.find((one) => one === text)
  if (text === undefined || word !== undefined) return word
  const listed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  throw new UsageError(`--${option} is ${listed}, not "${text}".`)
}
