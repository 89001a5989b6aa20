import { parseInstant } from '#client/importers/core/parse-date.ts'
import {
  sanitizeField,
  parseFlag,
  lengthOf,
  sanitizeText,
} from '#client/importers/core/sanitize.ts'
import type { PlannedCard } from './board-plan.ts'
import type { CardContent } from './card-content.ts'
import { countOmitted, MAX_DESCRIPTION } from './card-description.ts'
import { readCardHistory } from './card-history.ts'
import type { Labels } from './parse-labels.ts'
import { type Lists, sortByPosition } from './parse-lists.ts'
import type { Members } from './parse-members.ts'
import {
  type SourceRecord,
  type TrelloContext,
  parseName,
  parseRecords,
  parseTimes,
} from './trello-export.ts'

/** The cards list by list, each list in its own order. */
export function parseCards(
  context: TrelloContext,
  lists: Lists,
  labels: Labels,
  members: Members,
  content: CardContent,
): PlannedCard[] {
  const { findings } = context
  const ordered = sortByPosition(context, 'cards', parseRecords(context, 'cards'))
  const history = readCardHistory(context)
  const cards = ordered.flatMap((source): PlannedCard[] => {
    const name = parseName(context, source, 'cards', 512)
    const description = parseDescription(context, source)
    if (name === undefined || description === undefined) return []
    const { record, id } = source
    const text = {
      description: description === '' ? null : description,
      content: content.entriesFor(source),
    }
    const omitted = countOmitted(text)
    if (omitted > 0)
      findings.warn('description_too_long', { limit: MAX_DESCRIPTION }, `${omitted} of ${id}`)
    return [
      {
        external_ref: context.refs.forRecord(id),
        list_ref: lists.refFor(source),
        name,
        ...text,
        label_refs: labels.refsFor(source),
        member_refs: members.refsFor(source),
        ...parseDates(context, source),
        ...history.completionOf(source),
        status: parseFlag(findings, 'cards[].closed', id, record['closed']) ? 'archived' : 'open',
        ...parseTimes(source, history.createdAt(source)),
      },
    ]
  })
  warnAboutOpenCardsInClosedLists(context, lists, cards)
  const listIndex = new Map(lists.planned.map(({ external_ref }, index) => [external_ref, index]))
  const indexOf = ({ list_ref }: PlannedCard) => listIndex.get(list_ref) ?? 0
  return cards.sort((a, b) => indexOf(a) - indexOf(b))
}

function parseDescription(
  { findings }: TrelloContext,
  { record, id, path }: SourceRecord,
): string | undefined {
  const text = sanitizeField(findings, 'cards[].desc', id, record['desc'], sanitizeText)
  if (lengthOf(text) <= MAX_DESCRIPTION) return text
  const reason = `the description has ${lengthOf(text)} characters (at most ${MAX_DESCRIPTION})`
  findings.reject({ kind: 'cards', path, id, reason })
  return undefined
}

function parseDates({ findings }: TrelloContext, { record, id }: SourceRecord) {
  const read = (key: string) => {
    const value = record[key]
    const instant = parseInstant(value)
    if (instant === undefined && value !== undefined && value !== null && value !== '') {
      findings.warn('not_a_time', { path: `cards[].${key}` }, id)
    }
    return instant ?? null
  }
  const due_at = read('due')
  const start_at = read('start')
  if (start_at === null || due_at === null || start_at <= due_at) return { due_at, start_at }
  findings.warn('start_after_due', {}, id)
  return { due_at, start_at: null }
}

function warnAboutOpenCardsInClosedLists(
  { findings }: TrelloContext,
  lists: Lists,
  cards: readonly PlannedCard[],
): void {
  const closedLists = new Set(
    lists.planned.filter(({ archived }) => archived).map((list) => list.external_ref),
  )
  for (const card of cards) {
    if (card.status === 'open' && closedLists.has(card.list_ref)) {
      findings.warn('open_card_in_closed_list', {}, card.name)
    }
  }
}
