// The parser takes quadratic time in lines, each times the lists and quotes that it is in, in markers of one paragraph, in
// beginnings of comments, and in signs after an address. Within these limits the worst text takes a second or two on a slow machine.
const MAX_LENGTH = 40_000
/** A line in several lists or quotes counts once for each. */
const MAX_LINES = 2000
const MAX_MARKERS = 1000
/** The sum over paragraphs of the squares of their markers: two of the worst paragraphs. */
const MAX_SQUARES = 2 * MAX_MARKERS ** 2
const MAX_NESTING = 12
/** What begins as a comment may be read up to the end of its paragraph: the number of beginnings times its length. */
const MAX_COMMENT_READS = 500_000

// A rule or an underline is a row of signs without a space, and no list.
const nestedContainers = new RegExp(
  `^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=\\s))){${MAX_NESTING + 1}}`,
  'm',
)

// What may end an address is read again from each of these signs on. Two tests, because one for both would be quadratic itself.
const address = /www\.|https?:\/\//i
const longRun = /[!"&'()*,.:;?_~\]]{200}/

const containers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s)))+/

/** How many lists and quotes a line begins or goes on with: by its signs, and by the space before them. */
function depthOf(line: string): number {
  const signs = containers.exec(line)?.[0]
  if (signs === undefined) return 1
  const indentation = signs.slice(0, signs.search(/\S/)).replaceAll('\t', '    ').length
  return signs.replaceAll(/[ \t\d]/g, '').length + Math.floor(indentation / 2)
}

/** The fence of the code block that is open after a line, by the one before it. */
export function fenceAfter(line: string, fence: string | undefined): string | undefined {
  if (fence === undefined) return /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
  const marker = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?$/.exec(line)?.[1]
  return marker?.startsWith(fence) ? undefined : fence
}

const htmlLine = /^ {0,3}<(?!https?:|mailto:)/i
// These end at their own signs, not at an empty line.
const longHtmlLine = /^ {0,3}<(?:!(?!--.*-->|--?>)|\?|(?:script|pre|style|textarea)(?![a-z]))/i
const listItem = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?=\s|$)/

/**
 * Without the signs in fenced code that the parser reads once there: backslashes, ampersands and beginnings of comments. Ends
 * where a fence may be none, because it stands in HTML, or may end before its last line, because it stands in a list: a
 * hostile text would hide behind it.
 */
function maskCode(source: string): string {
  const lines = source.split('\n')
  let fence: string | undefined
  let isHtml = false
  let hasList = false
  for (const [index, line] of lines.entries()) {
    const next = fenceAfter(line, fence)
    if (fence !== undefined) lines[index] = line.replace(/[\\&]|<(?=[!?])/g, ' ')
    else if (next !== undefined) {
      if (isHtml || (hasList && line.startsWith(' '))) break
    } else {
      if (longHtmlLine.test(line)) break
      isHtml = (isHtml && /[^ \t]/.test(line)) || htmlLine.test(line)
      hasList ||= listItem.test(line)
    }
    fence = next
  }
  return lines.join('\n')
}

/** Whether a text can be formatted without blocking a page, or the thread of the service for long. */
export function canFormat(text: string): boolean {
  if (text.length > MAX_LENGTH || nestedContainers.test(text)) return false
  // The parser ends a line at each of them.
  const source = text.replace(/\r\n?/g, '\n')
  const lines = source.split('\n')
  if (lines.reduce((sum, line) => sum + depthOf(line), 0) > MAX_LINES) return false
  if (lines.some((line) => longRun.test(line) && address.test(line))) return false
  // A bullet is no emphasis.
  const paragraphs = maskCode(source)
    .replace(/^[ \t]*\* /gm, '')
    .split(/\n[ \t]*\n/)
  const readsOf = (paragraph: string) => (paragraph.match(/<[!?]/g) ?? []).length * paragraph.length
  if (paragraphs.some((paragraph) => readsOf(paragraph) > MAX_COMMENT_READS)) return false
  const markers = paragraphs.map((paragraph) => (paragraph.match(/[*_~[\]`<\\&]/g) ?? []).length)
  const squares = markers.reduce((sum, count) => sum + count ** 2, 0)
  return squares <= MAX_SQUARES && markers.every((count) => count <= MAX_MARKERS)
}
