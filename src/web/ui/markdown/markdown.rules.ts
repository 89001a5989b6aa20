// The parser takes quadratic time in lines, in markers of one paragraph and in the depth of lists and quotes. Within these
// limits the worst text takes a fraction of a second.
const MAX_LENGTH = 40_000
const MAX_LINES = 2000
const MAX_MARKERS = 1000
const MAX_NESTING = 12

const nestedContainers = new RegExp(`^(?:[ \\t]*(?:>|[-+*]|\\d{1,9}[.)])){${MAX_NESTING + 1}}`, 'm')

/** Whether a text can be formatted without blocking the page. */
export function canFormat(source: string): boolean {
  if (source.length > MAX_LENGTH || nestedContainers.test(source)) return false
  if (source.split('\n').length > MAX_LINES) return false
  // A bullet is no emphasis.
  const paragraphs = source.replace(/^[ \t]*\* /gm, '').split(/\n[ \t]*\n/)
  return paragraphs.every((text) => (text.match(/[*_~[\]`<]/g) ?? []).length <= MAX_MARKERS)
}

/** The address of a link when following it is safe: http, https and mailto, never one relative to the dashboard. */
export function toSafeUrl(address: string): string | undefined {
  return parseUrl(address, ['http:', 'https:', 'mailto:'])
}

/** The address of an image that the content security policy lets load. */
export function toImageUrl(address: string): string | undefined {
  return parseUrl(address, ['https:'])
}

function parseUrl(address: string, protocols: readonly string[]): string | undefined {
  try {
    // Removes the line breaks and tabs that browsers ignore inside "javascript:".
    const { protocol, href } = new URL(address)
    return protocols.includes(protocol) ? href : undefined
  } catch {
    return undefined
  }
}

/** A page has one h1: the headings of a text begin at `level`, and none is below h6. */
export const shiftHeading = (depth: number, level: number): number =>
  Math.min(6, Math.max(2, level) + depth - 1)
