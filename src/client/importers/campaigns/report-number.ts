/** A cell such as `1,751`, `350 (35.18%)` or `27.78%`: what it counts, and the percentage it prints. */
export interface ReportNumber {
  readonly count: number | undefined
  readonly percent: number | undefined
}

const most = 2_147_483_647

export function reportNumber(text: string): ReportNumber {
  const [, whole, inBrackets, alone] =
    /^(?:(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?(?:\s*\((\d+(?:\.\d+)?)\s*%\))?|(\d+(?:\.\d+)?)\s*%)$/.exec(
      text.trim(),
    ) ?? []
  const count = whole === undefined ? undefined : Number(whole.replaceAll(',', ''))
  const printed = inBrackets ?? alone
  return {
    count: count !== undefined && count <= most ? count : undefined,
    percent: printed === undefined ? undefined : Number(printed),
  }
}

/** A report's way to say that there is nothing to say. */
export const saysNothing = (text: string) => /^(n\/?a|none|-+|–|)$/i.test(text.trim())
