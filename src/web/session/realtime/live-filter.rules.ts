const hour = 3_600_000
/** In milliseconds. */
const periods = {
  '1h': hour,
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
} as const
type Period = keyof typeof periods

/** The values by which a list is filtered, with the names of the URL and of the request, and how far it reaches back. */
export type LiveFilter = Readonly<Record<string, readonly string[] | Period | undefined>> & {
  readonly since: Period | undefined
}

export const valuesOf = (url: URLSearchParams, name: string): readonly string[] =>
  (url.get(name) ?? '').split(',').filter(Boolean)

/** Undefined where the URL has none of the periods that a page offers. */
export function periodOf<Offered extends Period>(
  url: URLSearchParams,
  offered: Readonly<Record<Offered, string>>,
): Offered | undefined {
  const since = url.get('since') ?? ''
  return Object.hasOwn(offered, since) ? (since as Offered) : undefined // an own key
}

export const isFiltered = (filter: LiveFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value.length > 0)

/** As `Date.now()` counts. */
export const startOfPeriod = (period: Period, now: Date): number => now.getTime() - periods[period]

/** A list is sent with commas, and a period as its start. */
export function toRequest({ since, ...values }: LiveFilter, now: Date): Record<string, string> {
  const lists = Object.entries(values).flatMap(([name, value = []]) =>
    value.length > 0 ? [[name, String(value)] as const] : [],
  )
  return {
    ...Object.fromEntries(lists),
    ...(since && { since: new Date(startOfPeriod(since, now)).toISOString() }),
  }
}
