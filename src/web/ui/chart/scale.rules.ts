/** What a chart draws. A server may omit a value or send one that is no number. */
export type ChartValue = number | null | undefined

interface Domain {
  readonly min: number
  readonly max: number
}

export const isPlottable = (value: ChartValue): value is number => Number.isFinite(value)

/** From the smallest to the largest value; undefined when there is nothing to draw. */
export function domainOf(values: readonly ChartValue[]): Domain | undefined {
  const plottable = values.filter(isPlottable)
  if (plottable.length === 0) return undefined
  // Not Math.min(...values): a long series exceeds the number of arguments.
  return plottable.reduce<Domain>(
    ({ min, max }, value) => ({ min: Math.min(min, value), max: Math.max(max, value) }),
    { min: Infinity, max: -Infinity },
  )
}

/** The percentage of the domain at which a value is, from 0 to 100. Equal values are in the middle. */
export function toPercent(value: number, { min, max }: Domain): number {
  // Halved first, so that the extent of the largest numbers stays finite.
  const extent = max / 2 - min / 2
  if (extent <= 0) return 50
  return clampPercent(((value / 2 - min / 2) / extent) * 100)
}

/** The length of a bar in percent: 0 for a value that has none, never more than the track. */
export function barPercent(value: ChartValue, max: number): number {
  if (!isPlottable(value) || value <= 0 || !(max > 0)) return 0
  return clampPercent((value / max) * 100)
}

const clampPercent = (percent: number) =>
  Math.round(Math.min(100, Math.max(0, percent)) * 1000) / 1000

export function meanOf(values: readonly ChartValue[]): number | undefined {
  const plottable = values.filter(isPlottable)
  if (plottable.length === 0) return undefined
  return plottable.reduce((mean, value, index) => mean + (value - mean) / (index + 1), 0)
}

/** Round axis values that cover the domain and zero, about `count` of them. */
export function axisTicks(
  domain: Domain,
  { count = 4, whole = false }: { count?: number; whole?: boolean } = {},
): number[] {
  const min = Math.min(0, domain.min)
  const max = Math.max(0, domain.max)
  if (min === max) return [0, 1]
  const rough = max / count - min / count
  const power = 10 ** Math.floor(Math.log10(rough))
  // 1, 2, 5 or 10 times a power of ten, whichever comes first.
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10
  const step = whole ? Math.max(1, Math.round(factor * power)) : factor * power
  const first = Math.floor(min / step)
  const last = Math.ceil(max / step)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    withoutNoise((first + index) * step),
  )
}

/** 0.30000000000000004 is 0.3. */
const withoutNoise = (value: number) => Number(value.toPrecision(12)) + 0

interface CursorKey {
  readonly key: string
  /** 1 toward what comes next in the language, -1 back, 0 for a key that is no horizontal arrow. */
  readonly inline: -1 | 0 | 1
}

/** The point that a key moves to; undefined for a key that moves nothing. */
export function nextPoint(
  { key, inline }: CursorKey,
  current: number | null,
  count: number,
): number | undefined {
  const last = count - 1
  const jump = Math.max(1, Math.round(count / 10))
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: jump,
    PageUp: -jump,
  }
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = inline || steps[key]
  if (step === undefined || count === 0) return undefined
  if (current === null) return step > 0 ? 0 : last
  return Math.min(last, Math.max(0, current + step))
}
