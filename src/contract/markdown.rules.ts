// The parser takes quadratic time in lines, in markers of one paragraph and in the depth of lists and quotes. Within these
// limits the worst text takes a fraction of a second.
const MAX_LENGTH = 40_000
const MAX_LINES = 2000
const MAX_MARKERS = 1000
const MAX_NESTING = 12

// A rule or an underline is a row of signs without a space, and no list.
const nestedContainers = new RegExp(
  `^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=\\s))){${MAX_NESTING + 1}}`,
  'm',
)

/** Whether a text can be formatted without blocking a page or the service. */
export function canFormat(source: string): boolean {
  if (source.length > MAX_LENGTH || nestedContainers.test(source)) return false
  if (source.split('\n').length > MAX_LINES) return false
  // A bullet is no emphasis.
  const paragraphs = source.replace(/^[ \t]*\* /gm, '').split(/\n[ \t]*\n/)
  return paragraphs.every((text) => (text.match(/[*_~[\]`<]/g) ?? []).length <= MAX_MARKERS)
}
