import { fenceAfter } from '#contract/markdown.rules.ts'

/** A section may be longer: it ends only where no paragraph, list or code block is open. */
const sectionLength = 2000

/** Splits Markdown where its meaning does not change, so that each part can be rendered alone. */
export function splitSections(source: string): string[] {
  const sections: string[] = []
  let section: string[] = []
  let length = 0
  let previous = ''
  for (const { line, isText } of markLines(source)) {
    if (length >= sectionLength && isText && startsBlock(line, previous)) {
      sections.push(section.join('\n'))
      section = []
      length = 0
    }
    section.push(line)
    length += line.length + 1
    previous = line
  }
  sections.push(section.join('\n'))
  return sections.filter((text) => text.trim() !== '')
}

/** A heading, or a word at the margin after an empty line: both end every list and quote before. */
const startsBlock = (line: string, previous: string) =>
  /^#{1,6}[ \t]/.test(line) || (previous.trim() === '' && /^\p{L}/u.test(line))

const indentationOf = (line = '') => /^ */.exec(line)?.[0] ?? ''

/** Without what stands in comments. An empty one stays, which ends a list as the whole one does. */
export function emptyComments(source: string): string {
  const lines: string[] = []
  let comment: string[] = []
  let hasEnded = false
  for (const { line, isComment } of markLines(source)) {
    const isLast = line.includes('-->')
    const indentation = indentationOf(comment[0])
    // One in an item of a list ends with the item, and what follows is text.
    hasEnded = isComment && (hasEnded || (line.trim() !== '' && !line.startsWith(indentation)))
    if (!isComment || hasEnded) {
      lines.push(...comment, line)
      comment = []
      if (isLast) hasEnded = false
    } else {
      comment.push(line)
      if (!isLast) continue
      // Text behind it would make all of it a paragraph.
      const isAlone = /-->\s*$/.test(line)
      lines.push(isAlone ? `${indentationOf(comment[0])}<!---->` : comment.join('\n'))
      comment = []
    }
  }
  return [...lines, ...comment].join('\n')
}

// With nothing behind the address and its title: such a line is text.
const definition =
  /^ {0,3}\[((?:\\.|[^[\]\\])+)\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*\r?$/

/** Definitions of reference links by their labels. The first definition of a label counts. */
export function findDefinitions(source: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>()
  for (const { line, isText } of markLines(source)) {
    const label = isText ? definition.exec(line)?.[1] : undefined
    if (label !== undefined && !definitions.has(label)) definitions.set(label, line)
  }
  return definitions
}

/** What stands in brackets, and may be the label of a definition. */
export const findLabels = (section: string): ReadonlySet<string> =>
  new Set(Array.from(section.matchAll(/\[((?:\\.|[^[\]\\])+)\]/g), ([, label = '']) => label))

/** The depth of its highest heading: a text may begin with `###`. */
export function topHeadingOf(source: string): number {
  let top = 6
  for (const { line, isText } of markLines(source)) {
    const depth = isText ? /^ {0,3}(?:(#{1,6})(?:[ \t]|$)|=+[ \t]*$)/.exec(line) : undefined
    if (depth) top = Math.min(top, depth[1]?.length ?? 1)
  }
  return top
}

/** The lines of a text, and which of them are neither in a fenced code block nor in a comment. */
function* markLines(source: string) {
  let fence: string | undefined
  let isOpen = false
  for (const line of source.split('\n')) {
    const isComment: boolean = isOpen || (fence === undefined && /^ {0,3}<!--/.test(line))
    const next = isComment ? undefined : fenceAfter(line, fence)
    yield { line, isComment, isText: !isComment && fence === undefined && next === undefined }
    fence = next
    isOpen = isComment && !line.includes('-->')
  }
}

/** The beginning of a text, up to the end of a paragraph, a line or at least a word, without headings of nothing. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const start = findStart(text.slice(0, length))
  // What stands in a comment would be text without its end.
  const comment = start.lastIndexOf('<!--')
  const isCut = comment !== -1 && !start.includes('-->', comment) && text.includes('-->', comment)
  return removeLastHeadings(isCut ? start.slice(0, comment) : start)
}

/** Line by line: an expression for all of them takes exponential time for a line such as "# # # #". */
function removeLastHeadings(text: string): string {
  const lines = text.split('\n')
  let end = lines.length
  for (const [index, line] of [...lines.entries()].toReversed()) {
    if (/^ {0,3}#{1,6}[ \t]/.test(line)) end = index
    else if (line.trim() !== '') break
  }
  return end === lines.length ? text : lines.slice(0, end).join('\n')
}

function findStart(start: string): string {
  for (const end of ['\n\n', '\n', ' ']) {
    const index = start.lastIndexOf(end)
    if (index > start.length / 2)
      return end === ' ' ? `${start.slice(0, index)}…` : start.slice(0, index)
  }
  // Never half a character.
  return `${start.replace(/[\ud800-\udbff]$/, '')}…`
}
