import { headerMask } from '#contract/developers/webhook-headers.rules.ts'

/** One word of a POSIX shell with exactly this text: nothing is special between single quotes except the quote. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Linux rejects an argument of a program from 128 KiB on; a builtin has no limit. */
const maxArgumentBytes = 100_000

/** The names of headers whose values the server hides. */
export const maskedHeaders = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === headerMask ? [name] : []))

interface CurlRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * A curl command that sends the same URL, headers and bytes in a terminal that uses UTF-8. A hidden value is a
 * placeholder such as `<X-Token>`.
 */
export function buildCurl({ url, headers, body }: CurlRequest): string {
  const isLong = new TextEncoder().encode(body).length > maxArgumentBytes
  const lines = [
    'curl --request POST',
    // Braces and brackets in a URL are patterns otherwise.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    `--url ${quote(url)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `--header ${quote(formatHeader(name, value))}`,
    ),
    // `--data` and `--data-binary` read a file where the text begins with @.
    isLong ? '--data-binary @-' : `--data-raw ${quote(body)}`,
  ]
  const command = lines.join(' \\\n  ')
  return isLong ? `printf '%s' ${quote(body)} | ${command}` : command
}

function formatHeader(name: string, value: string): string {
  if (value === headerMask) return `${name}: <${name}>`
  // Without a value curl removes the header, unless a semicolon follows.
  return value === '' ? `${name};` : `${name}: ${value}`
}
