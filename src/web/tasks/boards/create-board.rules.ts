/** One list per non-empty line; the last may complete cards that enter it. */
export function parseLists(lines: string, lastCompletes: boolean) {
  const names = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return names.map((name, index) => ({
    name,
    completes_cards: lastCompletes && index > 0 && index === names.length - 1,
  }))
}
