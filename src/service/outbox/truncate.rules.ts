const longest = 4000
const longFields = ['description', 'details', 'body']

/** Cuts long texts for receivers, in `data` and in the `from` and `to` of `changes`; `cut` gathers their names. */
export function shorten(value: unknown, cut: Set<string>, field = ''): unknown {
  if (typeof value === 'string' && longFields.includes(field)) {
    const points = [...value]
    if (points.length <= longest) return value
    cut.add(field)
    return points.slice(0, longest).join('')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const isChange = 'from' in value && 'to' in value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      shorten(part, cut, isChange ? field : name),
    ]),
  )
}
