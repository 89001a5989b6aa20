// Statistics of one measurement and of several, and how they are printed.

export const quantile = (values, share) => {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

export const round = (value, digits = 1) =>
  Number.isFinite(value) ? Number(value.toFixed(digits)) : value

/** From the times of animation frames, in ms. A 60 Hz screen floors every gap at 16.7. */
export function frames(times) {
  const gaps = times.slice(1).map((time, index) => time - times[index])
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return {
    fps: round((gaps.length / span) * 1000),
    frameP50: round(quantile(gaps, 0.5)),
    frameP95: round(quantile(gaps, 0.95)),
    frameMax: round(Math.max(...gaps)),
  }
}

/** The middle of each figure over several runs. */
export function middle(runs) {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))]
  return Object.fromEntries(
    names.map((name) => [
      name,
      round(
        quantile(
          runs.map((run) => run[name]),
          0.5,
        ),
        2,
      ),
    ]),
  )
}

export function table(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (row, column) => String(row[column] ?? '')
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => cell(row, column).length)),
  )
  const line = (cells) =>
    cells
      .map((text, at) => text.padEnd(widths[at]))
      .join('  ')
      .trimEnd()
  const body = rows.map((row) => line(columns.map((column) => cell(row, column))))
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}
