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
  quote: 'the closing quote of a text',
} as const

type Expectation = keyof typeof expectations

/**
 * The first place where a text stops being JSON: messages of `JSON.parse` differ between engines and often name no place.
 * The tokens are checked with a stack of our own, since the parser of jsonc-parser recurses and nesting could exhaust it.
 */
export async function findJsonError(text: string): Promise<JsonError | undefined> {
  const { createScanner } = await import('jsonc-parser')
  const scanner = createScanner(text)
  const open: string[] = []
  let expected: Expectation = 'value'
  for (;;) {
    scanner.scan()
    const offset = scanner.getTokenOffset()
    const token = text.slice(offset, offset + scanner.getTokenLength())
    const char = token[0]
    if (char !== undefined && /\s/.test(char)) continue
    if (char === undefined) return expected === 'end' ? undefined : describe(text, offset, expected)

    const isContainer = char === '[' || char === '{'
    const isKey: boolean = expected === 'key' || expected === 'key or }'
    const isValue = expected === 'value' || expected === 'value or ]'
    if (expected.endsWith(char) && (char === ']' || char === '}')) open.pop()
    else if (expected.startsWith(char) && (char === ',' || char === ':')) {
      expected = char === ':' || open.at(-1) === '[' ? 'value' : 'key'
      continue
    } else if (isValue && isContainer) {
      open.push(char)
      expected = char === '[' ? 'value or ]' : 'key or }'
      continue
    } else if (char === '"' && (isKey || isValue)) {
      if (scanner.getTokenError() !== 0)
        return describe(text, stringErrorAt(token, offset), 'quote')
    } else if (!isValue || !isLiteral(token) || scanner.getTokenError() !== 0)
      return describe(text, offset, expected)
    const inside = open.at(-1)
    expected =
      isKey && char === '"'
        ? ':'
        : inside === undefined
          ? 'end'
          : inside === '['
            ? ', or ]'
            : ', or }'
  }
}

// The scanner also accepts a sign without digits.
const isLiteral = (token: string) => /^(true|false|null|-?\d.*)$/.test(token)

/** The first wrong escape or control character of a string token, else its end. */
function stringErrorAt(token: string, offset: number): number {
  const parts = token.matchAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|([\\\u0000-\u001f])/g)
  for (const { 1: wrong, index } of parts) if (wrong !== undefined) return offset + index
  return offset + token.length
}

function describe(text: string, offset: number, expected: Expectation): JsonError {
  const before = text.slice(0, offset)
  return {
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
    expected: expectations[expected],
    found: describeText(text.slice(offset, offset + 16)),
  }
}

function describeText(text: string): string {
  const [char] = text
  if (char === undefined) return 'the end of the file'
  if (char === '\n' || char === '\r') return 'the end of the line'
  if (char < ' ') return `a control character (code ${char.charCodeAt(0)})`
  return /^[\w.+-]+/.exec(text)?.[0] ?? char
}
