import type { Random } from './random.rules.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)
export const daysBefore = (now: Date, days: number): Date => after(now, -days * dayMs)

/** That many days from now, at a whole hour UTC. */
export function atHour(now: Date, days: number, hour: number): Date {
  const day = daysBefore(now, -days)
  day.setUTCHours(hour, 0, 0, 0)
  return day
}

/** Between the two, nearer to the first the larger `slope` is. Never after `last`. */
export function momentBetween(random: Random, first: Date, last: Date, slope = 1): Date {
  const span = Math.max(0, last.getTime() - first.getTime())
  return after(first, Math.floor(span * random.next() ** slope))
}

const months = 36
const growth = 0.035
const monthMs = 30.4 * dayMs
// Files that were imported on one day each: from which share of all arrivals to which.
const spikes = [
  [0.18, 0.24],
  [0.52, 0.55],
] as const

const reached = (month: number) => (Math.exp(growth * month) - 1) / (Math.exp(growth * months) - 1)
const monthOf = (share: number) => Math.log(1 + share * (Math.exp(growth * months) - 1)) / growth

interface Arrival {
  readonly at: Date
  readonly imported: boolean
}

/** When the one at `share` (0 the first, 1 the last) of all contacts arrived: growing, with two imports. */
export function arrivalOf(share: number, now: Date): Arrival {
  const spike = spikes.find(([from, to]) => share >= from && share < to)
  const month = monthOf(spike ? spike[0] : share)
  const at = after(now, Math.round((month - months) * monthMs) - 2 * hourMs)
  return { at, imported: spike !== undefined }
}

/** Which share of all had arrived by then. */
export function arrivedBy(moment: Date, now: Date): number {
  const month = months + (moment.getTime() + 2 * hourMs - now.getTime()) / monthMs
  const share = Math.min(1, Math.max(0, reached(month)))
  return spikes.find(([from, to]) => share >= from && share < to)?.[1] ?? share
}
