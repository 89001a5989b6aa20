import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { campaignCounters } from '#contract/email/campaigns.rules.ts'
import type { StatsGiven } from '#contract/email/campaigns.ts'
import {
  type Fact,
  type Meaning,
  meaningOf,
  parseReportNumber,
  isBlank,
} from './campaign-fields.ts'

type Warnings = Pick<ParseFindings, 'warn'>

/** The counters that a report tells. Rates are made of them here; the printed one is only compared. */
export function buildStats(facts: readonly Fact[], name: string, findings: Warnings): StatsGiven {
  const factsFor = (meaning: Meaning) => facts.filter((fact) => meaningOf(fact.label) === meaning)
  const stats: StatsGiven = {}
  for (const counter of campaignCounters) {
    const count = sumCounts(factsFor(counter), name, findings)
    if (count !== undefined) stats[counter] = count
  }
  // The sum says nothing that both parts do not.
  if (stats.bounces_hard !== undefined && stats.bounces_soft !== undefined) delete stats.bounces
  else if (stats.bounces)
    findings.warn('bounces: not split into hard and soft, imported as their sum', name)
  checkOpenRate(stats, [...factsFor('open_rate'), ...factsFor('opens_unique')], name, findings)
  return stats
}

/** Of a test of several versions the sum, unless the report has a sum of its own. */
function sumCounts(facts: readonly Fact[], name: string, findings: Warnings): number | undefined {
  const overall = facts.filter(({ section }) => /overall|total|combined/i.test(section))
  const [first] = facts
  const counts = (overall.length > 0 ? overall : facts).flatMap(({ label, values }) =>
    values.flatMap((text) => {
      const { count } = parseReportNumber(text)
      if (count === undefined && !isBlank(text)) {
        findings.warn(`${label}: not a number, omitted`, `${name}, ${text}`)
      }
      return count ?? []
    }),
  )
  if (counts.length > 1) {
    findings.warn(`warning: ${first?.label} appears ${counts.length} times, the sum is used`, name)
  }
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

function checkOpenRate(
  { opens_unique, recipients = 0, delivered, bounces, bounces_hard, bounces_soft }: StatsGiven,
  facts: readonly Fact[],
  name: string,
  findings: Warnings,
): void {
  const deliveredCount =
    delivered ?? recipients - (bounces ?? (bounces_hard ?? 0) + (bounces_soft ?? 0))
  const printed = facts
    .flatMap(({ values }) => (values.length === 1 ? values : []))
    .map((text) => parseReportNumber(text).percent)
    .find((percent) => percent !== undefined)
  if (printed === undefined || opens_unique === undefined) return
  const computed = deliveredCount > 0 ? (opens_unique / deliveredCount) * 100 : 0
  if (Math.abs(printed - computed) <= 0.1) return
  findings.warn(
    'warning: the open rate in the file is not opened / delivered, which is used instead',
    `${name}: ${printed.toFixed(2)} % printed, ${computed.toFixed(2)} % here`,
  )
}
