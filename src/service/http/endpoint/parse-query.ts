import type { HttpRequest } from '#service/http/http-message.ts'
import { Refusal, invalidField } from '#service/refusal.ts'

/** Each parameter once, and never empty: a filter that was given by mistake must not be ignored. */
export function parseQuery(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  if (search === '') return query
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in query)
      throw invalidField(name, 'repeated', `The parameter ${name} may be given once.`)
    if (value === '') throw invalidField(name, 'empty', `The parameter ${name} is empty.`)
    query[name] = value
  }
  return query
}

/** No id holds a control character, so none such is there. */
export function refuseControlCharacters(path: Readonly<Record<string, string>>): void {
  for (const name in path)
    if (/\p{Cc}/u.test(path[name] ?? '')) throw new Refusal('not_found', 'No such id exists.')
}

/** What stands between the slashes; one slash at the end means nothing. */
export function parseSegments({ path, search }: HttpRequest): string[] {
  if (path.length + search.length > 8192)
    throw new Refusal('validation_error', 'The address is longer than 8 KiB.', { status: 400 })
  const segments = path.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  if (!path.includes('%') && !search.includes('%')) return segments
  // Percent-encoding that means nothing cannot be parsed, so it is a 400 and not a missing resource.
  try {
    // All that is decoded is also used: the build leaves out what is called for its failure alone.
    const [, ...decoded] = [search, ...segments].map(decodeURIComponent)
    return decoded
  } catch {
    throw new Refusal('validation_error', 'The address holds a broken percent-encoding.', {
      status: 400,
    })
  }
}
