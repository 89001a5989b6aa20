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

/** Whether a text can be formatted without blocking a page, or the thread of the service for long. */
export function canFormat(text: string): boolean {
  if (text.length > MAX_LENGTH || nestedContainers.test(text)) return false
  // The parser ends a line at each of them.
  const source = text.replace(/\r\n?/g, '\n')
  const lines = source.split('\n')
  if (lines.reduce((sum, line) => sum + depthOf(line), 0) > MAX_LINES) return false
  if (lines.some((line) => longRun.test(line) && address.test(line))) return false
  // A bullet is no emphasis.
  const paragraphs = source.replace(/^[ \t]*\* /gm, '').split(/\n[ \t]*\n/)
  const readsOf = (paragraph: string) => (paragraph.match(/<[!?]/g) ?? []).length * paragraph.length
  if (paragraphs.some((paragraph) => readsOf(paragraph) > MAX_COMMENT_READS)) return false
  const markers = paragraphs.map((paragraph) => (paragraph.match(/[*_~[\]`<\\&]/g) ?? []).length)
  const squares = markers.reduce((sum, count) => sum + count ** 2, 0)
  return squares <= MAX_SQUARES && markers.every((count) => count <= MAX_MARKERS)
}
