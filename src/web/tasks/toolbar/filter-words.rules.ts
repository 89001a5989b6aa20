import { filterText } from '#web/messages/en/board-filters.ts'
import type { CardFilter, DueFilter, FILTER_PARAMS } from '#web/tasks/cards/card-filter.rules.ts'
import { NO_FILTER } from '#web/tasks/cards/card-filter.rules.ts'
import { formatPlainDate } from '#web/ui/date/date-text.rules.ts'
import { displayLocale } from '#web/ui/format.ts'

const words = filterText.words

export type FilterParam = (typeof FILTER_PARAMS)[number]

/** One part of a filter, as a person sets and removes it. */
interface FilterPart {
  /** The search parameters that hold it. */
  readonly params: readonly FilterParam[]
  /** "Copy or Design", "overdue". */
  readonly words: string
  /** The filter without this part. */
  readonly rest: CardFilter
}

interface FilterNames {
  /** The text as it was typed. */
  readonly query: string
  readonly labelName: (label_id: string) => string
  readonly memberName: (member_id: string) => string
}

const joinWords = (parts: readonly string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en', { type }).format(parts)

/** The parts of a filter that are set, in the order of the toolbar. */
export function describeFilter(filter: CardFilter, names: FilterNames): readonly FilterPart[] {
  const { text, label_ids, label_match, member_ids, due, completed } = filter
  const parts: FilterPart[] = []
  const add = (params: FilterPart['params'], part: string, without: Partial<CardFilter>) =>
    parts.push({ params, words: part, rest: { ...filter, ...without } })
  if (text !== '') add(['q'], words.text(names.query.trim()), { text: NO_FILTER.text })
  if (label_ids.length > 0) {
    const type = label_match === 'all' ? 'conjunction' : 'disjunction'
    const labels = joinWords(label_ids.map(names.labelName), type)
    add(['label', 'label_match'], labels, { label_ids: NO_FILTER.label_ids })
  }
  if (member_ids.length > 0) {
    const members = joinWords(member_ids.map(names.memberName), 'disjunction')
    add(['member'], members, { member_ids: NO_FILTER.member_ids })
  }
  if (due !== null) add(['due'], formatDueWords(due), { due: null })
  if (completed !== null)
    add(['completed'], words[completed ? 'done' : 'open'], { completed: null })
  return parts
}

/** The whole filter: "“poster”, Copy or Design, and overdue". */
export const formatFilter = (parts: readonly FilterPart[]): string =>
  joinWords(
    parts.map((part) => part.words),
    'conjunction',
  )

/** "overdue", "due 24 Nov 2025 – 30 Nov 2025". */
function formatDueWords(due: DueFilter): string {
  if (typeof due === 'string') return words[due]
  const format = (date: string) => formatPlainDate(date, displayLocale)
  const { from, to } = due
  if (from && to) return words.between(format(from), format(to))
  if (from) return words.since(format(from))
  return words.until(format(to ?? ''))
}
