import { headerMask } from '#contract/developers/webhook-headers.rules.ts'
import type { Method } from '#contract/request-line.ts'
import { buildRequest } from './build-request.ts'
import type { ShownRequest } from './shown-request.ts'

/** One word of a POSIX shell with exactly this text: nothing is special between single quotes except the quote. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Linux rejects an argument of a program from 128 KiB on; a builtin has no limit. */
const maxArgumentBytes = 100_000

interface CurlRequest {
  readonly method: Method
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/**
 * A curl command that sends the same URL, headers and bytes in a terminal that uses UTF-8. A hidden value is a
 * placeholder such as `<X-Token>`.
 */
export function buildCurl({ method, url, headers, body }: CurlRequest): string {
  const isLong = new TextEncoder().encode(body).length > maxArgumentBytes
  const lines = [
    `curl --request ${method}`,
    // Braces and brackets in a URL are patterns otherwise.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    `--url ${quote(url)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `--header ${quote(formatHeader(name, value))}`,
    ),
    // `--data` and `--data-binary` read a file where the text begins with @.
    ...(body === undefined ? [] : [isLong ? '--data-binary @-' : `--data-raw ${quote(body)}`]),
  ]
  const command = lines.join(' \\\n  ')
  return isLong && body !== undefined ? `printf '%s' ${quote(body)} | ${command}` : command
}

function formatHeader(name: string, value: string): string {
  if (value === headerMask) return `${name}: <${name}>`
  // Without a value curl removes the header, unless a semicolon follows.
  return value === '' ? `${name};` : `${name}: ${value}`
}

/** A curl command that does the same as a request of this page, with a placeholder for the API key. */
export function curlOf(base_url: string, { name, input }: ShownRequest): string {
  const { method, path, body } = buildRequest(name, input)
  const headers = {
    Authorization: 'Bearer <API_KEY>',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  return buildCurl({ method, url: base_url + path, headers, body })
}
