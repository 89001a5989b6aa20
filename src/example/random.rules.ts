/** A source of numbers that is the same for the same seed and stream. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly under: (limit: number) => number
  readonly chance: (share: number) => boolean
  readonly oneOf: <T>(items: readonly T[]) => T
  /** Around `mean`, spread by `deviation` (standard normal, Box and Muller). */
  readonly normal: (mean: number, deviation: number) => number
  readonly poisson: (mean: number) => number
}

/** Each kind of thing has its stream, so that one kind more does not move the others (sfc32, seeded by a hash of both). */
export function randomFrom(seed: number, stream: string): Random {
  const next = sfc32(hashed(`${seed}/${stream}`))
  const under = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    under,
    chance: (share) => next() < share,
    oneOf(items) {
      const item = items[under(items.length)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    poisson(mean) {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
  }
}

/** Picks an index by weight. */
export function weighted(weights: readonly number[]): (random: Random) => number {
  let sum = 0
  const upTo = weights.map((weight) => (sum += weight))
  return (random) => {
    const target = random.next() * sum
    let [low, high] = [0, upTo.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? sum) > target) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** The first is the most popular; weights fall with the rank to the power of `slope`. */
export const zipf = (count: number, slope: number): number[] =>
  Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** slope)

/** A key of `shares` as often as its share says. */
export function drawn<Key extends string>(
  shares: Readonly<Record<Key, number>>,
): (random: Random) => Key {
  // The keys of a record are its own type's.
  const keys = Object.keys(shares) as Key[]
  const pick = weighted(keys.map((key) => shares[key]))
  return (random) => {
    const key = keys[pick(random)]
    if (key === undefined) throw new Error('There is nothing to choose from.')
    return key
  }
}

function hashed(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  return [a, b, c, d]
}

function sfc32([first, second, third, counted]: [number, number, number, number]): () => number {
  let [a, b, c, counter] = [first | 0, second | 0, third | 0, counted | 0]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 15; warm++) next()
  return next
}
