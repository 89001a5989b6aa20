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
