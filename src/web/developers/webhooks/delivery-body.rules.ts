/** Longer lines are cut, and end with an ellipsis: one of a megabyte would take the browser seconds to lay out. */
const maxLineLength = 2000

interface BodyPreview {
  readonly lines: readonly string[]
  /** Not all of the body is in the lines. */
  readonly hasMore: boolean
}

const cut = (line: string) =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line

/**
 * The first lines of a body as indented JSON. Numbers and strings stay as they are written, and nothing behind the last
 * line is read, so that the size of the body does not matter. Text that does not begin like JSON is returned as it is.
 */
export function previewJson(body: string, maxLines: number): BodyPreview {
  const first = /\S/.exec(body)?.[0]
  if (first !== '{' && first !== '[') return previewText(body, maxLines)
  const lines: string[] = []
  let line = ''
  let depth = 0
  const next = () => {
    lines.push(cut(line))
    line = '  '.repeat(depth)
  }
  let at = 0
  while (at < body.length) {
    if (lines.length >= maxLines) return { lines, hasMore: true }
    const char = body[at] ?? ''
    if (char === '"') {
      const end = endOfString(body, at)
      // The rest of a long string is not copied.
      line += body.slice(at, Math.min(end, at + maxLineLength + 1))
      at = end
      continue
    }
    at += 1
    if (char === '{' || char === '[') {
      const close = skipSpace(body, at)
      if (body[close] === '}' || body[close] === ']') {
        line += char + body[close]
        at = close + 1
        continue
      }
      line += char
      depth += 1
      next()
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1)
      next()
      line += char
    } else if (char === ',') {
      line += char
      next()
    } else if (char === ':') line += ': '
    else if (!isSpace(char)) line += char
  }
  if (lines.length >= maxLines) return { lines, hasMore: true }
  lines.push(cut(line))
  return { lines, hasMore: false }
}

const isSpace = (char: string | undefined) =>
  char === ' ' || char === '\n' || char === '\r' || char === '\t'

function skipSpace(body: string, from: number): number {
  let at = from
  while (isSpace(body[at])) at += 1
  return at
}

/** After the closing quote of a string. */
function endOfString(body: string, from: number): number {
  let at = from + 1
  while (at < body.length && body[at] !== '"') at += body[at] === '\\' ? 2 : 1
  return Math.min(at + 1, body.length)
}

/** The first lines as they are. */
export function previewText(body: string, maxLines: number): BodyPreview {
  const lines: string[] = []
  let from = 0
  while (from <= body.length && lines.length < maxLines) {
    const found = body.indexOf('\n', from)
    const end = found === -1 ? body.length : found
    lines.push(cut(body.slice(from, Math.min(end, from + maxLineLength + 1))))
    from = end + 1
  }
  return { lines, hasMore: from <= body.length }
}

interface CodePart {
  readonly kind: 'key' | 'string' | 'plain'
  readonly text: string
}

const strings = /"(?:[^"\\]|\\.)*"?(\s*:)?/g

/** Names and strings of a line of indented JSON, for their colors. */
export function splitJsonLine(line: string): readonly CodePart[] {
  const parts: CodePart[] = []
  let from = 0
  for (const match of line.matchAll(strings)) {
    if (match.index > from) parts.push({ kind: 'plain', text: line.slice(from, match.index) })
    const colon = match[1] ?? ''
    const value = match[0].slice(0, match[0].length - colon.length)
    parts.push({ kind: colon ? 'key' : 'string', text: value })
    if (colon) parts.push({ kind: 'plain', text: colon })
    from = match.index + match[0].length
  }
  if (from < line.length) parts.push({ kind: 'plain', text: line.slice(from) })
  return parts
}
