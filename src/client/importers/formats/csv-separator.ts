const separators = [',', ';', '\t'] as const

/** The separator of the first record that has one, counted outside quotes; a comma when none has. */
export function separatorOf(text: string): string {
  const counts = new Map<string, number>()
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '\n' && counts.size > 0) break
    else if (separators.some((one) => one === char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return separators.find((one) => counts.get(one) === most) ?? ','
}
