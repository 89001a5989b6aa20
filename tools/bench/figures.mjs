// Statistics over one or several measurements, and their table.

export const quantile = (values, fraction) => {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? NaN
}

export const round = (value, digits = 1) =>
  Number.isFinite(value) ? Number(value.toFixed(digits)) : value

/** Frame rate and gaps from the timestamps of animation frames, in ms. At 60 Hz no gap is below 16.7. */
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

/** The median of each figure over several runs. */
export function medians(runs) {
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
