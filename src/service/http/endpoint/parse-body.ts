import type { HttpRequest } from '#service/http/http-message.ts'
import { Refusal, invalidField } from '#service/refusal.ts'

const maxDepth = 32
const maxKeys = 1000

export interface ParsedBody {
  readonly value: Record<string, unknown>
  readonly text: string
}

/** The body as a JSON object; without a body `{}`. Checks in the order 415, 413, 400, 422. */
export async function parseBody(
  { headers, body }: HttpRequest,
  limit: number,
): Promise<ParsedBody> {
  const contentLength = headers['content-length']
  if (contentLength === '0' || body === undefined) return { value: {}, text: '' }
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  if (!/^(identity)?$/i.test(headers['content-encoding']?.trim() ?? ''))
    throw new Refusal('unsupported_media_type', 'Send the body without Content-Encoding.', {
      headers: { 'Accept-Encoding': 'identity' },
    })
  if (Number(contentLength) > limit) throw tooLarge(limit)
  const bytes = await body(limit).catch(() => {
    throw malformed('The body ended before it was complete.')
  })
  if (bytes === undefined) throw tooLarge(limit)
  const text = decodeUtf8(bytes)
  if (text === '') return { value: {}, text }
  return { value: parseObject(text), text }
}

const tooLarge = (limit: number) =>
  new Refusal('payload_too_large', `The body may have at most ${limit} bytes.`)

const malformed = (message: string) => new Refusal('validation_error', message, { status: 400 })

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8.')
  }
}

function parseObject(text: string): Record<string, unknown> {
  // Checked on the text, because `JSON.parse` itself recurses.
  if (depthOf(text) > maxDepth)
    throw invalidField('', 'too_deep', `The body may be nested at most ${maxDepth} levels deep.`)
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField('', 'not_an_object', 'The body must be a JSON object.')
  refuseManyKeys(value)
  // A JSON value that is an object and not an array.
  return value as Record<string, unknown>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('The body is not valid JSON.')
  }
}

function depthOf(text: string): number {
  let depth = 0
  let max = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index)
    else if (character === '{' || character === '[') max = Math.max(max, ++depth)
    else if (character === '}' || character === ']') depth -= 1
  }
  return max
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

function refuseManyKeys(value: object): void {
  const parts = Object.values(value)
  if (!Array.isArray(value) && parts.length > maxKeys)
    throw invalidField('', 'too_many_keys', `An object may have at most ${maxKeys} keys.`)
  for (const part of parts) if (typeof part === 'object' && part !== null) refuseManyKeys(part)
}
