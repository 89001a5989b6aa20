const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** A date and time with its offset, as the service writes it: UTC, to the millisecond. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !rfc3339.test(value)) return undefined
  const instant = new Date(value)
  const year = instant.getUTCFullYear()
  // Date rolls 30 February over to March; a calendar does not have it.
  const day = Number(value.slice(8, 10))
  const lastDay = new Date(
    Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0),
  ).getUTCDate()
  return year >= 0 && year <= 9999 && day >= 1 && day <= lastDay ? instant.toISOString() : undefined
}
