/** The names in a cell of tags: split at commas, those in quotes of their own kept whole. An empty one may come last. */
export function parseNameList(text: string): string[] {
  if (!text.includes('"')) return text.split(',')
  const names = text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g)
  return [...names].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}
