import type { Card } from '#client/resources.ts'
import { localDay, midnights } from '#web/ui/format.ts'
import type { LabelsById } from '#web/ui/label/labels-by-id.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'

/** Days of the person’s time zone, both ends included: "2025-11-24". */
export interface DueRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const DUE_FILTERS = ['overdue', 'today', 'week', 'none'] as const
export type DueFilter = (typeof DUE_FILTERS)[number] | DueRange

/** Which cards of a board are visible. The URL is where it is kept. */
export interface CardFilter {
  /** Normalized; empty matches every card. */
  readonly text: string
  readonly label_ids: readonly string[]
  readonly label_match: 'any' | 'all'
  readonly member_ids: readonly string[]
  readonly due: DueFilter | null
  readonly completed: boolean | null
  /** Hides cards completed before this time, in milliseconds: a display option, not part of the URL. 0 shows all. */
  readonly doneSince: number
  /** The time `due` is relative to, in milliseconds; 0 without it, so that an unchanged filter stays equal. */
  readonly now: number
}

export const NO_FILTER: CardFilter = {
  text: '',
  label_ids: [],
  label_match: 'any',
  member_ids: [],
  due: null,
  completed: null,
  doneSince: 0,
  now: 0,
}

/** The names of the search parameters that a filter is kept in. */
export const FILTER_PARAMS = ['q', 'label', 'label_match', 'member', 'due', 'completed'] as const

const WEEK = 7 * 86_400_000

export function parseCardFilter(
  params: URLSearchParams,
  now: number,
  doneCards: 'on' | 'week' | 'off' = 'on',
): CardFilter {
  const due = parseDue(params.get('due'))
  const completed = params.get('completed')
  return {
    text: normalizeText(params.get('q') ?? ''),
    label_ids: splitIds(params.get('label')),
    label_match: params.get('label_match') === 'all' ? 'all' : 'any',
    member_ids: splitIds(params.get('member')),
    due,
    completed: completed === 'true' ? true : completed === 'false' ? false : null,
    // Who asks for completed cards sees them.
    doneSince: { on: 0, week: now - WEEK, off: Infinity }[completed === 'true' ? 'on' : doneCards],
    now: due === null ? 0 : now,
  }
}

/** Ids contain no commas. */
const splitIds = (text: string | null): string[] => (text ? text.split(',').filter(Boolean) : [])

const RANGE = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/

function parseDue(text: string | null): DueFilter | null {
  const named = DUE_FILTERS.find((name) => name === text)
  if (named) return named
  const [, from, to] = RANGE.exec(text ?? '') ?? []
  return from || to ? { from, to } : null
}

/** The value of the `due` parameter. */
export const formatDueFilter = (due: DueFilter): string =>
  typeof due === 'string' ? due : `${due.from ?? ''}..${due.to ?? ''}`

export const isFiltered = (filter: CardFilter): boolean =>
  filter.text !== '' ||
  filter.label_ids.length > 0 ||
  filter.member_ids.length > 0 ||
  filter.due !== null ||
  filter.completed !== null

/** The filter or a display option may hide some cards. */
export const hidesCards = (filter: CardFilter): boolean =>
  isFiltered(filter) || filter.doneSince > 0

/**
 * Cards that match every part of the filter. Text matches when name, notes, labels and members contain every word, ignoring
 * case and accents.
 */
export function matchCards(
  cards: readonly Card[],
  filter: CardFilter,
  labels: LabelsById,
): readonly Card[] {
  const words = filter.text.split(/\s+/).filter(Boolean)
  return cards.filter((card) => {
    if (filter.completed !== null && card.completed !== filter.completed) return false
    if (card.completed && completedAt(card) < filter.doneSince) return false
    const label_ids = card.label_ids ?? []
    const members = card.members ?? []
    const hasLabel = (id: string) => label_ids.includes(id)
    if (
      filter.label_ids.length > 0 &&
      !filter.label_ids[filter.label_match === 'all' ? 'every' : 'some'](hasLabel)
    )
      return false
    if (filter.member_ids.length > 0 && !members.some(({ id }) => filter.member_ids.includes(id)))
      return false
    if (filter.due !== null && !matchesDue(card, filter.due, new Date(filter.now))) return false
    if (words.length === 0) return true
    const names = [
      ...label_ids.map((id) => labels.get(id)?.name),
      ...members.map(({ name }) => name),
    ]
    const text = `${ownText(card)}\n${normalizeText(names.join('\n'))}`
    return words.every((word) => text.includes(word))
  })
}

// Notes are long, and each key in the search field looks through all of them.
const ownTexts = new WeakMap<Card, string>()

/** Name and notes, normalized. */
function ownText(card: Card): string {
  const known = ownTexts.get(card)
  if (known !== undefined) return known
  const text = normalizeText(`${card.name}\n${card.description ?? ''}`)
  ownTexts.set(card, text)
  return text
}

/** Servers of the public API do not say when a card was completed. */
const completedAt = ({ completed_at, updated_at }: Card) =>
  Date.parse(completed_at ?? updated_at ?? '') || 0

/** Days are those of the person’s time zone; a completed card is never overdue. */
function matchesDue({ due_at, completed }: Card, due: DueFilter, now: Date): boolean {
  if (due === 'none') return due_at == null
  if (due_at == null) return false
  const at = new Date(due_at)
  if (due === 'overdue') return !completed && at < now
  const days = midnights(now, at)
  if (due === 'today') return days === 0
  if (due === 'week') return days >= 0 && days < 7
  const day = localDay(at)
  return (due.from === undefined || day >= due.from) && (due.to === undefined || day <= due.to)
}
