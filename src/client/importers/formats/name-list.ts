/** The first of these that a cell has outside of quotes splits it: who writes them has commas in the names. */
const separators = ['|', ';'] as const

/**
 * The names in a cell of tags: a list in JSON, else split at bars, semicolons or commas, those in quotes of their own
 * kept whole. An empty one may come last.
 */
export function parseNameList(text: string): string[] {
  const list = parseJsonList(text)
  if (list) return list
  const plain = text.replaceAll(/"(?:[^"]|"")*"/g, '')
  const separator = separators.find((one) => plain.includes(one)) ?? ','
  if (!text.includes('"')) return text.split(separator)
  const other = `[^${separator}]`
  const end = separator === '|' ? String.raw`\|` : separator
  const pattern = new RegExp(
    String.raw`\s*(?:"((?:[^"]|"")*)"\s*(?=${end}|$)|(${other}*))(?:${end}|$)`,
    'g',
  )
  return [...text.matchAll(pattern)].map(
    ([, quoted, name = '']) => quoted?.replaceAll('""', '"') ?? name,
  )
}

/** Texts and numbers of a JSON list; undefined for any other text. */
function parseJsonList(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined
  try {
    const list: unknown = JSON.parse(text)
    const isNames =
      Array.isArray(list) && list.every((one) => typeof one === 'string' || typeof one === 'number')
    return isNames ? list.map(String) : undefined
  } catch {
    return undefined
  }
}
