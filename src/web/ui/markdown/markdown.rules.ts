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
