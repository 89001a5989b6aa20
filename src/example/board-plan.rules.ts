import { type Random, drawn } from './random.rules.ts'
import { type Amounts, split } from './sizes.rules.ts'

export interface PlannedBoard {
  readonly kind: 'reference' | 'flow' | 'pile'
  readonly archived: boolean
  readonly labels: number
  readonly lists: readonly {
    readonly open: number
    readonly archived: number
    readonly completes: boolean
  }[]
}

const kindOf = drawn({ reference: 30, flow: 50, pile: 20 })

/** How many lists, labels and cards each made-up board has: few boards hold most of the cards. */
export function planBoards(amounts: Amounts, random: Random): PlannedBoard[] {
  const count = amounts.boards + amounts.archived_boards
  if (count === 0) return []
  const sizes = split(amounts.cards, count, amounts.largest_board)
  return sizes.map((size, index) =>
    index === 0 ? largest(amounts) : planned(size, index, amounts, random),
  )
}

function planned(size: number, index: number, amounts: Amounts, random: Random): PlannedBoard {
  const kind = kindOf(random)
  const lists = Math.min(60, Math.max(1, Math.round(7 * Math.exp(random.normal(0, 0.95)))))
  const shares = listShares(random, kind === 'pile' ? 1 : lists, kind)
  const archivedShare = random.chance(0.2) ? 0.3 : 0.04
  return {
    kind,
    archived: index > amounts.boards - 1,
    labels: random.chance(0.2) ? 0 : 4 + random.under(7),
    lists: shares.map((share, at) => {
      const all = Math.floor(size * share)
      const archived = Math.floor(all * archivedShare)
      const completes = kind === 'flow' && at > 0 && at === shares.length - 1
      return { open: all - archived, archived, completes }
    }),
  }
}

/** At the limits that real exports carry: one list holds what one list can. */
function largest(amounts: Amounts): PlannedBoard {
  const { largest_board, largest_board_open, largest_board_list } = amounts
  const archived = largest_board - largest_board_open
  const rest = Math.max(0, largest_board_open - largest_board_list)
  const others = split(rest, 8, Math.floor(rest / 3))
  return {
    kind: 'flow',
    archived: false,
    labels: amounts.most_labels,
    lists: [
      { open: largest_board_list, archived: 0, completes: false },
      ...others.map((open, at) => ({
        open: rest === 0 ? 0 : open,
        archived: at === 7 ? archived : 0,
        completes: at === 7,
      })),
    ],
  }
}

/** Shares that add up to 1, uneven, some of them none; in a flow the ends weigh most (Dirichlet, 0.6). */
function listShares(random: Random, count: number, kind: PlannedBoard['kind']): number[] {
  const weights = Array.from({ length: count }, (_, at) => {
    if (count > 4 && random.chance(0.15)) return 0
    const atAnEnd = kind === 'flow' && (at === 0 || at === count - 1)
    return gamma(random) * (atAnEnd ? 3 : 1)
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => (sum === 0 ? 1 / count : weight / sum))
}

/** Shape 0.6, near enough: the square of a normal has shape 0.5. */
const gamma = (random: Random) => random.normal(0, 1) ** 2
