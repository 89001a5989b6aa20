export interface MarkdownLine {
  readonly text: string
  /** Set when the line is a heading: `## Name`, or `Name` over a line of `=` or `-`. */
  readonly heading?: { readonly level: number; readonly text: string }
  /** Inside a code block nothing is a heading or a link definition. */
  readonly code: boolean
  /** How many lines the heading takes. */
  readonly lines: 1 | 2
}

const atx = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/
const underline = /^ {0,3}(=+|-+)[ \t]*$/
const fence = /^ {0,3}(`{3,}|~{3,})/
const startsBlock = /^(?: {0,3}(?:[-*+>#|]|\d+[.)])(?:\s|$)| {4}|\t)/

/** The lines of a Markdown text, each with the heading that it is, if it is one. */
export function markdownLines(text: string): MarkdownLine[] {
  const lines = text.split('\n')
  let open: string | undefined
  return lines.map((line, index): MarkdownLine => {
    const mark = fence.exec(line)?.[1]
    if (open !== undefined) {
      if (mark?.startsWith(open) && /^ {0,3}[`~]+[ \t]*$/.test(line)) open = undefined
      return { text: line, code: true, lines: 1 }
    }
    if (mark !== undefined) {
      open = mark
      return { text: line, code: true, lines: 1 }
    }
    const [, marks, words = ''] = atx.exec(line) ?? []
    if (marks !== undefined) {
      return { text: line, code: false, lines: 1, heading: { level: marks.length, text: words } }
    }
    const below = underline.exec(lines[index + 1] ?? '')?.[1]
    const alone = line.trim() !== '' && !startsBlock.test(line) && isBlank(lines[index - 1])
    if (below === undefined || !alone) return { text: line, code: false, lines: 1 }
    const level = below.startsWith('=') ? 1 : 2
    return { text: line, code: false, lines: 2, heading: { level, text: line.trim() } }
  })
}

const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''

/** A Markdown text without its HTML comments, and what they were. */
export interface Uncommented {
  readonly text: string
  readonly dropped: readonly string[]
}

// Whatever begins first wins: a comment inside a code block is code, a code block inside a comment is gone with it.
const parts =
  /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??(?: {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(?<ticks>`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?(?<!`)\k<ticks>(?!`)|<!--[\s\S]*?-->/gm

/** A comment that never ends is no comment: it stays as text. */
export function withoutComments(text: string): Uncommented {
  const dropped: string[] = []
  const kept = text.replace(parts, (part) => {
    if (!part.startsWith('<!--')) return part
    dropped.push(part)
    return ''
  })
  return { text: kept, dropped }
}
