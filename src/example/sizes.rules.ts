export type Size = 'small' | 'large' | 'huge'
export const sizes: readonly Size[] = ['small', 'large', 'huge']

/** How much of everything a generated workspace has. */
export interface Amounts {
  readonly lists: number
  readonly contacts: number
  readonly largest_list: number
  readonly tags: number
  readonly segments: number
  readonly fields: number
  readonly campaigns: number
  readonly automations: number
  /** Beside those that are written out: made up from phrases. */
  readonly boards: number
  readonly archived_boards: number
  readonly cards: number
  readonly largest_board: number
  readonly largest_board_open: number
  readonly largest_board_list: number
  readonly most_labels: number
  readonly feedback_boards: number
  readonly posts: number
  readonly users: number
  readonly votes: number
  readonly comments: number
  readonly entries: number
  readonly subscribers: number
}

export const amountsOf: Readonly<Record<Size, Amounts>> = {
  small: {
    lists: 3,
    contacts: 1_200,
    largest_list: 800,
    tags: 12,
    segments: 5,
    fields: 6,
    campaigns: 14,
    automations: 4,
    boards: 0,
    archived_boards: 0,
    cards: 0,
    largest_board: 0,
    largest_board_open: 0,
    largest_board_list: 0,
    most_labels: 0,
    feedback_boards: 2,
    posts: 80,
    users: 250,
    votes: 900,
    comments: 160,
    entries: 24,
    subscribers: 140,
  },
  large: {
    lists: 8,
    contacts: 52_000,
    largest_list: 30_000,
    tags: 60,
    segments: 24,
    fields: 15,
    campaigns: 160,
    automations: 9,
    boards: 14,
    archived_boards: 6,
    cards: 6_500,
    largest_board: 2_400,
    largest_board_open: 2_100,
    largest_board_list: 620,
    most_labels: 40,
    feedback_boards: 5,
    posts: 2_600,
    users: 9_000,
    votes: 31_000,
    comments: 7_800,
    entries: 210,
    subscribers: 6_500,
  },
  huge: {
    lists: 25,
    contacts: 1_000_000,
    largest_list: 600_000,
    tags: 400,
    segments: 120,
    fields: 40,
    campaigns: 1_200,
    automations: 40,
    boards: 60,
    archived_boards: 40,
    cards: 60_000,
    largest_board: 10_800,
    largest_board_open: 5_000,
    largest_board_list: 5_000,
    most_labels: 1_000,
    feedback_boards: 12,
    posts: 25_000,
    users: 120_000,
    votes: 400_000,
    comments: 90_000,
    entries: 1_500,
    subscribers: 80_000,
  },
}

/** `total` split into `parts`: the largest first as given, the others falling with their rank. None is empty. */
export function split(total: number, parts: number, largest: number): number[] {
  if (parts <= 1) return [total]
  const weights = Array.from({ length: parts - 1 }, (_, rank) => 1 / (rank + 1))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const rest = weights.map((weight) =>
    Math.max(1, Math.min(largest, Math.floor(((total - largest) * weight) / whole))),
  )
  // What rounding left over goes where there is room.
  let left = total - largest - rest.reduce((sum, size) => sum + size, 0)
  for (let at = 0; left !== 0 && at < rest.length; at++) {
    const size = rest[at] ?? 0
    const step = Math.max(1 - size, Math.min(left, largest - size))
    rest[at] = size + step
    left -= step
  }
  return [largest, ...rest]
}
