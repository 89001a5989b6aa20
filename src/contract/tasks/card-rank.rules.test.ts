import fc from 'fast-check'
import { expect, test } from 'vitest'

import { RANK_GAP, ranksTogether } from './card-rank.rules.ts'

const rank = fc.option(fc.integer({ min: -200_000, max: 200_000 }), { nil: undefined })

test('ranks of cards that stand together ascend between their neighbors', () => {
  fc.assert(
    fc.property(fc.array(rank, { minLength: 1 }), rank, rank, (current, one, other) => {
      const [above, below] =
        one !== undefined && other !== undefined && one > other ? [other, one] : [one, other]
      const ranks = ranksTogether(current, { above, below })
      if (!ranks) return
      const all = [above ?? -Infinity, ...ranks, below ?? Infinity]
      expect(ranks.length).toBe(current.length)
      expect(all.every((value, index) => index === 0 || value > (all[index - 1] ?? NaN))).toBe(true)
    }),
  )
})

test('cards in order keep their ranks and only the others get new ones', () => {
  expect(ranksTogether([20, 30, 25], { above: 10, below: 40 })).toEqual([20, 30, 35])
  expect(ranksTogether([undefined, 30], { above: 10, below: 40 })).toEqual([20, 30])
  expect(ranksTogether([20, 30], { above: 40, below: undefined })).toEqual([
    40 + RANK_GAP,
    40 + 2 * RANK_GAP,
  ])
  expect(ranksTogether([undefined, undefined], { above: undefined, below: 0 })).toEqual([
    -2 * RANK_GAP,
    -RANK_GAP,
  ])
})

test('without room between the neighbors there are no ranks', () => {
  expect(ranksTogether([undefined, undefined], { above: 0, below: 2 })).toBeUndefined()
  expect(ranksTogether([undefined], { above: 0, below: 2 })).toEqual([1])
})
