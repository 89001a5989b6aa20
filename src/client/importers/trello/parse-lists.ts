import { parseFlag } from '#client/importers/core/sanitize.ts'
import { idOf } from '#client/importers/formats/json.ts'
import type { PlannedList } from './board-plan.ts'
import { type SourceRecord, type TrelloContext, parseName, parseRecords } from './trello-export.ts'

const IMPORTED_CARDS = 'Imported cards'

export interface Lists {
  readonly planned: PlannedList[]
  /** The list of a card; one list takes in all cards whose own list is not in the file. */
  refFor(card: SourceRecord): string
}

export function parseLists(context: TrelloContext): Lists {
  const { findings, refs } = context
  const byId = new Map<string, PlannedList>()
  for (const source of sortByPosition(context, 'lists', parseRecords(context, 'lists'))) {
    const name = parseName(context, source, 'lists', 255)
    if (name === undefined) continue
    const archived = parseFlag(findings, 'lists[].closed', source.id, source.record['closed'])
    const wip_limit = parseWipLimit(context, source)
    byId.set(source.id, { external_ref: refs.forRecord(source.id), name, archived, wip_limit })
  }

  const planned = [...byId.values()]
  let fallbackList: PlannedList | undefined
  return {
    planned,
    refFor({ record, id }) {
      const list = byId.get(idOf(record['idList']) ?? '')
      if (list) return list.external_ref
      findings.warn('unknown_list', { name: IMPORTED_CARDS }, id)
      if (!fallbackList) {
        const external_ref = refs.forName('imported-cards')
        fallbackList = { external_ref, name: IMPORTED_CARDS, archived: false }
        planned.push(fallbackList)
      }
      return fallbackList.external_ref
    },
  }
}

function parseWipLimit(
  { findings }: TrelloContext,
  { record, id }: SourceRecord,
): number | undefined {
  const value = record['softLimit']
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000)
    return value
  findings.warn('invalid_list_limit', {}, id)
  return undefined
}

/**
 * In `pos` order; equal positions stay in the order of the file. A record whose position is missing or cannot be
 * read stays behind the one before it in the file.
 */
export function sortByPosition<F extends SourceRecord>(
  { findings }: Pick<TrelloContext, 'findings'>,
  kind: string,
  records: readonly F[],
): F[] {
  let previousRank = Number.NEGATIVE_INFINITY
  const ranked = records.map((source) => {
    const value = source.record['pos']
    const rank = parseRank(value)
    if (rank === undefined && value !== undefined && value !== null) {
      findings.warn('no_position', { path: `${kind}[].pos` }, source.id)
    }
    previousRank = rank ?? previousRank
    return { source, rank: previousRank }
  })
  // Not by subtraction: two infinities have no difference.
  const sorted = ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1))
  return sorted.map(({ source: found }) => found)
}

function parseRank(value: unknown): number | undefined {
  if (value === 'top') return Number.NEGATIVE_INFINITY
  if (value === 'bottom') return Number.POSITIVE_INFINITY
  const text = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof text === 'number' && Number.isFinite(text) ? text : undefined
}
