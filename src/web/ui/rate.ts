/** Rates arrive as fractions: one decimal from 1 % up, two below; nothing where there is nothing to divide. */
export function formatRate(rate: number, of: number): string {
  if (of === 0 || !Number.isFinite(rate)) return ''
  const percent = rate * 100
  if (percent === 0) return '0%'
  if (percent < 0.01) return 'under 0.01%'
  const fine = percent.toFixed(2)
  return `${Number(fine) < 1 ? fine : percent.toFixed(1)}%`
}

/** How far a rate is from another, in points. */
export const formatPoints = (rate: number, from: number): string =>
  Math.abs((rate - from) * 100).toFixed(1)
