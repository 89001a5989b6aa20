/** The names in a cell of tags: split at commas, those in quotes of their own kept whole. An empty one may come last. */
export function namesInCell(text: string): string[] {
  const names = text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g)
  return [...names].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}
