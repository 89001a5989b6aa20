/**
 * The instant at which clocks of a time zone (`Europe/Berlin`) show this. `wall` is what they show, read as if it were
 * UTC. In an hour that summer time skips it is the moment after, in one that comes twice the later one.
 */
export function instantIn(time_zone: string, wall: number): number {
  const before = wall - offsetOf(time_zone, wall)
  // The offset at the guess may be that of the other side of a change of clocks.
  return wall - offsetOf(time_zone, before)
}

export function isTimeZone(time_zone: string): boolean {
  try {
    formatOf(time_zone)
    return true
  } catch {
    return false
  }
}

function offsetOf(time_zone: string, instant: number): number {
  const parts = new Map(
    formatOf(time_zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const [year, month, day] = [of('year'), of('month') - 1, of('day')]
  const shown = Date.UTC(year, month, day, of('hour'), of('minute'), of('second'))
  return shown - Math.floor(instant / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const digits = '2-digit' as const
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  })
  formats.set(timeZone, format)
  return format
}
