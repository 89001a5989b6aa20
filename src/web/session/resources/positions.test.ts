import fc from 'fast-check'
import { expect, test } from 'vitest'

import { comparePositions, positionsAfterMove } from './positions.rules.ts'

const statuses = (...positions: number[]) =>
  positions.map((position, index) => ({ id: `sta_${index}`, position }))

const order = (items: readonly { id: string; position: number }[]) =>
  items.toSorted(comparePositions).map(({ id }) => id)

test.each([
  [2, 0, [['sta_2', 0]]],
  [0, 2, [['sta_0', 4]]],
  [0, 1, [['sta_0', 2.5]]],
  [1, 1, []],
])('a status that moves from %i to %i changes its own position', (from, to, expected) => {
  expect([...positionsAfterMove(statuses(1, 2, 3), `sta_${from}`, to)]).toEqual(expected)
})

test('statuses with the same position are numbered anew', () => {
  const moved = positionsAfterMove(statuses(5, 5, 5), 'sta_2', 1)
  expect([...moved]).toEqual([
    ['sta_0', 1],
    ['sta_2', 2],
    ['sta_1', 3],
  ])
})

test('any move leads to the wanted order within the allowed positions', () => {
  const position = fc.oneof(
    fc.constantFrom(-1e9, 0, 1, 1 + Number.EPSILON, 1e9),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  )
  fc.assert(
    fc.property(
      fc.array(position, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.nat(),
      (...args) => {
        const [positions, from, to] = args
        const before = statuses(...positions).toSorted(comparePositions)
        const id = before[from % before.length]?.id ?? ''
        const index = to % before.length
        const changes = positionsAfterMove(before, id, index)
        const after = before.map((one) => ({
          ...one,
          position: changes.get(one.id) ?? one.position,
        }))
        const others = before.map((one) => one.id).filter((one) => one !== id)
        expect(order(after)).toEqual(others.toSpliced(index, 0, id))
        for (const one of after) expect(Math.abs(one.position)).toBeLessThanOrEqual(1e9)
      },
    ),
  )
})
