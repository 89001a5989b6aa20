import type { Random } from './random.rules.ts'

/**
 * How many votes each of so many posts gets; they add up to `total`. Three in ten get their author's vote at most,
 * the others follow Zipf and Mandelbrot, C/(rank+3)^1.05. Nothing is voted for by more than four in ten users.
 */
export function voteShares(random: Random, posts: number, total: number, users: number): number[] {
  const own = Array.from({ length: posts }, () => (random.chance(0.9) ? 1 : 0))
  const ranked = Math.max(1, Math.round(posts * 0.7))
  const weights = Array.from({ length: ranked }, (_, rank) => 1 / (rank + 4) ** 1.05)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const left = Math.max(0, total - own.reduce<number>((all, one) => all + one, 0))
  const most = Math.floor(users * 0.4)
  // Rounded as a running sum, so that what is cut off one post goes to the next.
  let [cumulative, assigned] = [0, 0]
  const more = weights.map((weight) => {
    cumulative += (left * weight) / sum
    const votes = Math.min(most - 1, Math.round(cumulative - assigned))
    assigned += votes
    return votes
  })
  return own.map((one, rank) => one + (more[rank] ?? 0))
}
