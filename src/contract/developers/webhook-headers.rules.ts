/** What every response has instead of the value of a custom header. No value equals it: those are ASCII. */
export const headerMask = '••••••'

export const maskHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, headerMask]))

/** The names of headers whose values the server hides. */
export const maskedHeaders = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === headerMask ? [name] : []))
