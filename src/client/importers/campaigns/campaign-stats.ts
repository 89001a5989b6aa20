import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import type { StatsGiven } from '#contract/email/campaigns.ts'
import { type Fact, type Meaning, meaningOf, reportNumber, saysNothing } from './campaign-fields.ts'

const counters = [
  'recipients',
  'delivered',
  'opens_unique',
  'opens_total',
  'opens_machine',
  'clicks_unique',
  'clicks_total',
  'bounces_hard',
  'bounces_soft',
  'complaints',
  'unsubscribes',
] as const

type Notes = Pick<ParseFindings, 'warn'>

/** The counters that a report tells. Rates are made of them here; the printed one is only compared. */
export function statsIn(facts: readonly Fact[], name: string, notebook: Notes): StatsGiven {
  const told = (meaning: Meaning) => facts.filter((fact) => meaningOf(fact.label) === meaning)
  const stats: StatsGiven = {}
  for (const counter of counters) {
    const count = countIn(told(counter), name, notebook)
    if (count !== undefined) stats[counter] = count
  }
  const bounces = countIn(told('bounces'), name, notebook)
  if (
    bounces !== undefined &&
    stats.bounces_hard === undefined &&
    stats.bounces_soft === undefined
  ) {
    stats.bounces_soft = bounces
    if (bounces > 0) notebook.warn('bounces: hard and soft ones not told apart, kept as soft', name)
  }
  compareOpenRate(stats, [...told('open_rate'), ...told('opens_unique')], name, notebook)
  return stats
}

/** Of a test of several versions the sum, unless the report has a sum of its own. */
function countIn(facts: readonly Fact[], name: string, notebook: Notes): number | undefined {
  const overall = facts.filter(({ section }) => /overall|total|combined/i.test(section))
  const [first] = facts
  const counts = (overall.length > 0 ? overall : facts).flatMap(({ label, values }) =>
    values.flatMap((text) => {
      const { count } = reportNumber(text)
      if (count === undefined && !saysNothing(text)) {
        notebook.warn(`${label}: not a number, left out`, `${name}, ${text}`)
      }
      return count ?? []
    }),
  )
  if (counts.length > 1) {
    notebook.warn(`warning: ${first?.label} stands ${counts.length} times, the sum is kept`, name)
  }
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

function compareOpenRate(
  { opens_unique, recipients = 0, delivered, bounces_hard = 0, bounces_soft = 0 }: StatsGiven,
  facts: readonly Fact[],
  name: string,
  notebook: Notes,
): void {
  const reached = delivered ?? recipients - bounces_hard - bounces_soft
  const printed = facts
    .flatMap(({ values }) => (values.length === 1 ? values : []))
    .map((text) => reportNumber(text).percent)
    .find((percent) => percent !== undefined)
  if (printed === undefined || opens_unique === undefined) return
  const computed = reached > 0 ? (opens_unique / reached) * 100 : 0
  if (Math.abs(printed - computed) <= 0.1) return
  notebook.warn(
    'warning: the printed open rate is not opened of delivered, which is the rate here',
    `${name}: ${printed.toFixed(2)} % printed, ${computed.toFixed(2)} % here`,
  )
}
