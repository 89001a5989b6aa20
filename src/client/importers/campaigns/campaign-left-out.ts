import type { Findings } from '#client/importers/core/import-plan.ts'
import { excerptOf } from '#client/importers/formats/json-values.ts'
import { meaningOf, type ReadReport } from './campaign-fields.ts'
import { saysNothing } from './report-number.ts'

/** Rates are made of the counters here; the rest is how the source files it. */
const bookkeeping = /^(send weekday|folder id|list|click rate|[a-z]+ rate)$/i

/** What reports tell and no campaign has: by name, in how many of them. Zeros say nothing. */
export function factsLeftOut(
  reports: readonly ReadReport[],
): Pick<Findings, 'not_mapped' | 'empty'> {
  const told = new Map<string, string[]>()
  for (const { label, values } of reports.flatMap(({ facts }) => facts)) {
    if (label === '' || meaningOf(label) !== undefined) continue
    const texts = values.filter((text) => !saysNothing(text) && !/^0+(\.0+)?%?$/.test(text.trim()))
    told.set(label, [...(told.get(label) ?? []), ...texts])
  }
  const all = [...told]
  return {
    not_mapped: all
      .filter(([, texts]) => texts.length > 0)
      .map(([path, texts]) => ({
        path,
        count: texts.length,
        amount: `${texts.length} ${texts.length === 1 ? 'value' : 'values'}`,
        example: excerptOf(texts[0]),
        bookkeeping: bookkeeping.test(path),
      })),
    empty: all.filter(([, texts]) => texts.length === 0).map(([label]) => label),
  }
}
