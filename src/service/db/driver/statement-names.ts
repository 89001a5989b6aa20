import type { Statement } from './query-batch.ts'

// A plan that suits every value is made once on each connection and kept under its statement's name. Where the best
// plan hangs on the value, as with a rare word or a common one, it is made each time.
const hangsOnValues = /@@|&&|\blike\b|\b(in|exists) \(\s*select\b/i

/** The kept plan no longer fits its tables, or a pooler in between gave the connection to somebody else. */
export const staleName = ['0A000', '26000', '42P05']

// Every connection keeps what it was sent by name, so texts without end must not all get one.
const mostNames = 500
const mostOnce = 2000
const everyTransaction = ['begin', 'commit', 'rollback']

export interface StatementNames {
  /** The name under which connections keep this statement; the first time it is seen, and where keeping harms, none. */
  readonly nameOf: (statement: Statement) => string | undefined
  /** After a migration by another process, or behind a pooler that mixes connections: the kept plan is of no use. */
  readonly forget: (text: string) => void
}

/** Of the connections of one pool. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string | undefined>(everyTransaction.map((text) => [text, text]))
  const once = new Set<string>()

  return {
    nameOf({ sql, parameters }) {
      if (names.has(sql)) return names.get(sql)
      // What has no parameters is a migration, or rare.
      if (parameters.length === 0 || names.size === mostNames || hangsOnValues.test(sql))
        return undefined
      if (once.size === mostOnce) once.clear()
      if (!once.has(sql)) {
        once.add(sql)
        return undefined
      }
      const given = `s${names.size + 1}`
      names.set(sql, given)
      return given
    },
    forget: (text) => void names.set(text, undefined),
  }
}
