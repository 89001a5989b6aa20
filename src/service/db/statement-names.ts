// A plan that suits every value is made once on each connection and kept under its statement's name. Where the best
// plan hangs on the value, as with a rare word or a common one, it is made each time.
const hangsOnValues = /@@|&&|\blike\b|\b(in|exists) \(\s*select\b/i

/** The kept plan no longer fits its tables, or a pooler in between gave the connection to somebody else. */
export const staleName = ['0A000', '26000', '42P05']

// Every connection keeps what it was sent by name, so texts without end must not all get one.
const mostNames = 500
const mostOnce = 2000
const names = new Map<string, string | undefined>()
const once = new Set<string>()

/** The name under which connections keep this statement; the first time it is seen, and where keeping harms, none. */
export function nameOf(text: string): string | undefined {
  if (names.has(text)) return names.get(text)
  if (names.size === mostNames || hangsOnValues.test(text)) return undefined
  if (once.size === mostOnce) once.clear()
  if (!once.has(text)) {
    once.add(text)
    return undefined
  }
  const given = `s${names.size + 1}`
  names.set(text, given)
  return given
}

/** After a migration by another process, or behind a pooler that mixes connections: the kept plan is of no use. */
export function forgetName(text: string): void {
  names.set(text, undefined)
}
