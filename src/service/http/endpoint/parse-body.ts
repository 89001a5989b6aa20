import type { HttpRequest } from '#service/http/http-message.ts'
import { Refusal, invalidField } from '#service/refusal.ts'

const deepest = 32
const mostKeys = 1000

export interface ParsedBody {
  readonly value: Record<string, unknown>
  readonly text: string
}

/** The body as an object; no body is `{}`. Refuses in the order 415, 413, 400, 422. */
export async function parseBody(
  { headers, body }: HttpRequest,
  limit: number,
): Promise<ParsedBody> {
  const declared = headers['content-length']
  if (declared === '0' || body === undefined) return { value: {}, text: '' }
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  if (Number(declared) > limit) throw tooLarge(limit)
  const bytes = await body(limit).catch(() => {
    throw unparsable('The body ended before it was complete.')
  })
  if (bytes === undefined) throw tooLarge(limit)
  const text = decoded(bytes)
  if (text === '') return { value: {}, text }
  return { value: parse(text), text }
}

const tooLarge = (limit: number) =>
  new Refusal('payload_too_large', `The body may have at most ${limit} bytes.`)

const unparsable = (message: string) => new Refusal('validation_error', message, { status: 400 })

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw unparsable('The body is not UTF-8.')
  }
}

function parse(text: string): Record<string, unknown> {
  // Judged on the text, before anything recurses.
  if (depthOf(text) > deepest)
    throw invalidField('', 'too_deep', `The body may be at most ${deepest} levels deep.`)
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField('', 'not_an_object', 'The body must be a JSON object.')
  refuseManyKeys(value)
  // A JSON value that is an object and no array.
  return value as Record<string, unknown>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unparsable('The body is not valid JSON.')
  }
}

function depthOf(text: string): number {
  let depth = 0
  let most = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') most = Math.max(most, ++depth)
    else if (character === '}' || character === ']') depth -= 1
  }
  return most
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function refuseManyKeys(value: object): void {
  const parts = Object.values(value)
  if (!Array.isArray(value) && parts.length > mostKeys)
    throw invalidField('', 'too_many_keys', `An object may have at most ${mostKeys} keys.`)
  for (const part of parts) if (typeof part === 'object' && part !== null) refuseManyKeys(part)
}
