import { plural } from '#web/messages/plural.ts'

export const chartText = {
  role: 'chart',
  empty: 'No data yet',
  hint: (count: number) =>
    plural(count, {
      one: 'Use the arrow keys to read # value.',
      other: 'Use the arrow keys to read # values.',
    }),
  /** Announced when the arrow keys reach a point. */
  point: (label: string, values: string, position: string, count: string) =>
    `${label}: ${values}. ${position} of ${count}`,
  noValue: 'no value',
  value: (series: string, value: string) => `${series} ${value}`,
  sampled: (step: number, count: string) => plural(step, { other: `Every #th row of ${count}` }),
  share: 'Share',
  average: 'Average',
}
