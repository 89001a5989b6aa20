import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { campaignCounters } from '#contract/email/campaigns.rules.ts'
import type { Link, StatsGiven } from '#contract/email/campaigns.ts'
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
  else if (stats.bounces) findings.warn('bounces_not_split', {}, name)
  if (stats.delivered === undefined && countBounces(stats) === undefined)
    findings.warn('no_delivered', {}, name)
  checkOpenRate(stats, [...factsFor('open_rate'), ...factsFor('opens_unique')], name, findings)
  return stats
}

/** Undefined when one kind of them is unknown. */
const countBounces = ({ bounces, bounces_hard, bounces_soft }: StatsGiven) =>
  bounces_hard !== undefined && bounces_soft !== undefined ? bounces_hard + bounces_soft : bounces

const words: Readonly<Record<keyof StatsGiven, string>> = {
  recipients: 'recipients',
  delivered: 'delivered',
  opens_unique: 'recipients who opened',
  opens_total: 'opens in total',
  opens_machine: 'opens by machines',
  clicks_unique: 'recipients who clicked',
  clicks_total: 'clicks in total',
  bounces: 'bounces',
  bounces_hard: 'hard bounces',
  bounces_soft: 'soft bounces',
  complaints: 'complaints',
  unsubscribes: 'unsubscribes',
}

/** A part of a campaign and what it is a part of. */
const parts: readonly (readonly [keyof StatsGiven, keyof StatsGiven])[] = [
  ['delivered', 'recipients'],
  ['bounces', 'recipients'],
  ['opens_unique', 'delivered'],
  ['opens_unique', 'opens_total'],
  ['clicks_unique', 'delivered'],
  ['clicks_unique', 'clicks_total'],
  ['complaints', 'delivered'],
  ['unsubscribes', 'delivered'],
  ['bounces_hard', 'bounces'],
  ['bounces_soft', 'bounces'],
]

/** Two figures of a report that cannot both be true. */
export function findContradiction(
  stats: StatsGiven,
  links: readonly Link[] | undefined,
): string | undefined {
  const { recipients } = stats
  const bounces = countBounces(stats)
  // Where a report has no deliveries, nobody opened beyond those who were sent to and did not bounce.
  const delivered =
    stats.delivered ?? (recipients === undefined ? undefined : recipients - (bounces ?? 0))
  const known = { ...stats, delivered, bounces }
  for (const [part, whole] of parts) {
    const [smaller, larger] = [known[part], known[whole]]
    if (smaller !== undefined && larger !== undefined && smaller > larger)
      return contradict(`${smaller} ${words[part]}`, `${larger} ${words[whole]}`)
  }
  if (recipients !== undefined && stats.delivered !== undefined && bounces !== undefined) {
    const sum = stats.delivered + bounces
    if (sum > recipients)
      return contradict(
        `${stats.delivered} delivered with ${bounces} bounces`,
        `${recipients} recipients`,
      )
  }
  const link = links?.find(({ unique_clicks, total_clicks }) => unique_clicks > total_clicks)
  return (
    link &&
    contradict(
      `${link.unique_clicks} unique clicks`,
      `${link.total_clicks} clicks in total on ${link.url}`,
    )
  )
}

const contradict = (part: string, whole: string) =>
  `the figures contradict each other: ${part}, but ${whole}`

/** Of a test of several versions the sum, unless the report has a sum of its own. */
function sumCounts(facts: readonly Fact[], name: string, findings: Warnings): number | undefined {
  const overall = facts.filter(({ section }) => /overall|total|combined/i.test(section))
  const [first] = facts
  const texts = (overall.length > 0 ? overall : facts).flatMap(({ label, values }) =>
    values.filter((text) => !isBlank(text)).map((text) => ({ label, text })),
  )
  const counts = texts.flatMap(({ text }) => parseReportNumber(text).count ?? [])
  const unreadable = texts.find(({ text }) => parseReportNumber(text).count === undefined)
  if (unreadable) {
    findings.warn('not_a_number', { path: unreadable.label }, `${name}, ${unreadable.text}`)
    // The sum of the others would be a figure that the report does not have.
    return undefined
  }
  if (first && counts.length > 1)
    findings.warn('repeated_number', { path: first.label, times: counts.length }, name)
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
    'other_open_rate',
    {},
    `${name}: ${printed.toFixed(2)} % printed, ${computed.toFixed(2)} % here`,
  )
}
