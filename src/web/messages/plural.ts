const rules = new Intl.PluralRules('en')
const grouped = new Intl.NumberFormat('en')

/** One entry for each form the language has; `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The sentence for a number of things, the number grouped: `plural(1200, { one: '# card', other: '# cards' })`. */
export const plural = (count: number, forms: Forms): string =>
  (forms[rules.select(count)] ?? forms.other).replace('#', grouped.format(count))
