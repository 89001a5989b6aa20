import { parseInstant } from '#client/importers/core/parse-date.ts'
import { parseFlag } from '#client/importers/core/sanitize.ts'
import {
  arrayOf,
  idOf,
  isBlankValue,
  isObject,
  type JsonObject,
} from '#client/importers/formats/json.ts'
import type { PlannedCard } from './board-plan.ts'
import type { SourceRecord, TrelloContext } from './trello-export.ts'

/** What the actions of an export tell about its cards. It has the last 1,000 of them. */
interface CardHistory {
  createdAt(card: SourceRecord): string | undefined
  completionOf(card: SourceRecord): Pick<PlannedCard, 'completed' | 'completed_at' | 'entered_at'>
}

/** What makes a card, of nothing or of something else; the action has its first list. */
const creations = new Set([
  'createCard',
  'copyCard',
  'convertToCardFromCheckItem',
  'emailCard',
  'moveCardToBoard',
])

const partOf = (record: JsonObject, key: string): JsonObject => {
  const part = record[key]
  return isObject(part) ? part : {}
}

export function readCardHistory({ board, findings }: TrelloContext): CardHistory {
  const created = new Map<string, string>()
  const entered = new Map<string, string>()
  const marked = new Map<string, string>()
  const keepLast = (times: Map<string, string>, key: string, date: string) => {
    if (date > (times.get(key) ?? '')) times.set(key, date)
  }
  const placeOf = (card_id: string, list_id: string) => JSON.stringify([card_id, list_id])

  for (const action of arrayOf(board['actions']).filter(isObject)) {
    const date = parseInstant(action['date'])
    const data = partOf(action, 'data')
    const card = partOf(data, 'card')
    const id = idOf(card['id'])
    if (date === undefined || id === undefined) continue
    const isCreation = creations.has(String(action['type']))
    const list_id = idOf(partOf(data, isCreation ? 'list' : 'listAfter')['id'])
    if (list_id !== undefined) keepLast(entered, placeOf(id, list_id), date)
    if (card['dueComplete'] === true && partOf(data, 'old')['dueComplete'] === false)
      keepLast(marked, id, date)
    // A card that came from another board is older.
    if (isCreation && action['type'] !== 'moveCardToBoard') created.set(id, date)
  }
  return {
    createdAt: ({ id }) => created.get(id),
    completionOf({ record, id }) {
      // Exports before 2016 do not have the key; then nothing is said to be complete.
      const completed = parseFlag(findings, 'cards[].dueComplete', id, record['dueComplete'])
      const lastActivity = parseInstant(record['dateLastActivity'])
      const dateCompleted = parseInstant(record['dateCompleted'])
      if (dateCompleted === undefined && !isBlankValue(record['dateCompleted']))
        findings.warn('not_a_time', { path: 'cards[].dateCompleted' }, id)
      const marked_at = dateCompleted ?? marked.get(id)
      return {
        completed,
        completed_at: completed ? (marked_at ?? lastActivity) : undefined,
        entered_at: entered.get(placeOf(id, idOf(record['idList']) ?? '')) ?? lastActivity,
      }
    },
  }
}
