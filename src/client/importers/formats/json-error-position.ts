interface JsonError {
  /** Counted from 1, as editors do. */
  readonly line: number
  readonly column: number
  readonly expected: string
  readonly found: string
}

const expectations = {
  value: 'a value',
  'value or ]': 'a value or a closing bracket',
  key: 'a name in double quotes',
  'key or }': 'a name in double quotes or a closing brace',
  ':': 'a colon',
  ', or ]': 'a comma or a closing bracket',
  ', or }': 'a comma or a closing brace',
  end: 'the end of the file',
} as const

type Expectation = keyof typeof expectations

/**
 * The first place where a text stops being JSON. The engines' own messages differ and often name no place,
 * so this is asked after `JSON.parse` has refused.
 */
export function findJsonError(text: string): JsonError | undefined {
  const open: ('[' | '{')[] = []
  let wanted: Expectation = 'value'
  let at = 0
  const after = (): Expectation => {
    const inside = open.at(-1)
    return inside === undefined ? 'end' : inside === '[' ? ', or ]' : ', or }'
  }

  for (;;) {
    at = endOf(spaces, text, at) ?? at
    const char = text[at]
    if (char === undefined) return wanted === 'end' ? undefined : fault(text, at, wanted)
    if (closes(wanted, char)) {
      open.pop()
      wanted = after()
      at += 1
    } else if (wanted === ':' && char === ':') {
      wanted = 'value'
      at += 1
    } else if ((wanted === ', or ]' || wanted === ', or }') && char === ',') {
      wanted = wanted === ', or ]' ? 'value' : 'key'
      at += 1
    } else if (wanted === 'key' || wanted === 'key or }') {
      const string = stringAt(text, at)
      if (!string.ends) return fault(text, string.at, string.at === at ? wanted : 'string')
      wanted = ':'
      at = string.at
    } else if (wanted === 'value' || wanted === 'value or ]') {
      if (char === '[' || char === '{') {
        open.push(char)
        wanted = char === '[' ? 'value or ]' : 'key or }'
        at += 1
        continue
      }
      const value = char === '"' ? stringAt(text, at) : literalAt(text, at)
      if (!value.ends) return fault(text, value.at, value.at === at ? wanted : 'string')
      wanted = after()
      at = value.at
    } else return fault(text, at, wanted)
  }
}

const closes = (wanted: Expectation, char: string) =>
  (char === ']' && (wanted === 'value or ]' || wanted === ', or ]')) ||
  (char === '}' && (wanted === 'key or }' || wanted === ', or }'))

/** Where a token ends, or where it goes wrong. */
interface Token {
  readonly ends: boolean
  readonly at: number
}

const spaces = /[ \t\n\r]*/y
const plain = /[^"\\\u0000-\u001f]*/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

function literalAt(text: string, from: number): Token {
  const end = endOf(literal, text, from)
  return { ends: end !== undefined, at: end ?? from }
}

// In pieces: one expression over the whole of a long string could exhaust the engine's stack.
function stringAt(text: string, from: number): Token {
  if (text[from] !== '"') return { ends: false, at: from }
  let at = from + 1
  for (;;) {
    at = endOf(plain, text, at) ?? at
    if (text[at] === '"') return { ends: true, at: at + 1 }
    const escape = endOf(escaped, text, at)
    if (escape === undefined) return { ends: false, at }
    at = escape
  }
}

function endOf(token: RegExp, text: string, from: number): number | undefined {
  token.lastIndex = from
  return token.test(text) ? token.lastIndex : undefined
}

function fault(text: string, at: number, wanted: Expectation | 'string'): JsonError {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const char = text[at]
  return {
    line,
    column: at - before.lastIndexOf('\n'),
    expected: wanted === 'string' ? 'the closing quote of a text' : expectations[wanted],
    found: char === undefined ? 'the end of the file' : shown(char, text.slice(at, at + 16)),
  }
}

function shown(char: string, ahead: string): string {
  if (char === '\n' || char === '\r') return 'the end of the line'
  if (char < ' ') return `a control character (code ${char.charCodeAt(0)})`
  return /^[\w.+-]+/.exec(ahead)?.[0] ?? /^[\s\S]/u.exec(ahead)?.[0] ?? char
}
