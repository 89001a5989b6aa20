import type { BoardList, Card } from '#client/resources.ts'
import type { LabelsById } from '#web/ui/label/labels-by-id.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'
import type { Sort } from '#web/ui/table/table.rules.ts'

const CARD_COLUMNS = ['title', 'list', 'labels', 'due', 'members', 'done'] as const
type CardColumn = (typeof CARD_COLUMNS)[number]

interface SortContext {
  readonly lists: readonly BoardList[]
  readonly labels: LabelsById
}

type SortKey = string | number | null

// The names of ten thousand cards are normalized once, not with each sort.
const nameKeys = new WeakMap<Card, string>()

/** In natural order: "Card 2" before "Card 10". */
const textKey = (text: string): string =>
  normalizeText(text).replace(/\d+/g, (digits) => digits.padStart(12, '0'))

function nameKey(card: Card): string {
  const key = nameKeys.get(card) ?? textKey(card.name)
  nameKeys.set(card, key)
  return key
}

function createSortKey(
  column: CardColumn,
  { lists, labels }: SortContext,
): (card: Card) => SortKey {
  const listOrder = new Map(lists.map(({ id }, index) => [id, index]))
  const labelKeys = new Map(
    [...labels].map(([id, { name, color }]) => [id, textKey(name || color)]),
  )
  const joined = (keys: readonly string[]) => (keys.length > 0 ? keys.toSorted().join('\n') : null)
  const keys: Record<CardColumn, (card: Card) => SortKey> = {
    title: nameKey,
    list: ({ list_id }) => listOrder.get(list_id) ?? null,
    labels: ({ label_ids }) => joined((label_ids ?? []).flatMap((id) => labelKeys.get(id) ?? [])),
    due: ({ due_at }) => (due_at ? Date.parse(due_at) : null),
    members: ({ members }) => joined((members ?? []).map(({ name }) => textKey(name))),
    done: ({ completed }) => Number(completed),
  }
  return keys[column]
}

/** The column and direction of a sort of the URL; undefined for one that does not exist. */
export function parseSort(sort: Sort | null): { column: CardColumn; sign: 1 | -1 } | undefined {
  const column = CARD_COLUMNS.find((name) => name === sort?.replace(/^-/, ''))
  return column && { column, sign: sort?.startsWith('-') ? -1 : 1 }
}

/** Cards without a value come last in both directions; equal cards keep the order of the board. */
export function sortCards(
  cards: readonly Card[],
  sort: Sort | null,
  context: SortContext,
): readonly Card[] {
  const parsed = parseSort(sort)
  if (!parsed) return cards
  const keyOf = createSortKey(parsed.column, context)
  const keyed = cards.map((card) => ({ card, key: keyOf(card) }))
  keyed.sort((one, other) => {
    if (one.key === other.key) return 0
    if (one.key === null) return 1
    if (other.key === null) return -1
    return one.key < other.key ? -parsed.sign : parsed.sign
  })
  return keyed.map(({ card }) => card)
}

/** The same cards list by list, in the order of the board. */
export function groupByList(cards: readonly Card[], lists: readonly BoardList[]): readonly Card[] {
  const groups = new Map<string, Card[]>(lists.map(({ id }) => [id, []]))
  for (const card of cards) groups.get(card.list_id)?.push(card)
  return [...groups.values()].flat()
}
