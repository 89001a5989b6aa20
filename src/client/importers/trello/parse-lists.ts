import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { flagOf } from '#client/importers/core/sanitize.ts'
import type { PlannedList } from './board-plan.ts'
import { type Found, type Reading, nameOf, recordsOf } from './trello-export.ts'

export interface Lists {
  readonly planned: PlannedList[]
  /** The list of a card; one list takes in all cards whose own list is not in the file. */
  refFor(card: Found): string
}

const rules = { kind: 'lists', limit: 255 } as const

export function readLists(reading: Reading): Lists {
  const { notebook, refs } = reading
  const known = new Map<string, PlannedList>()
  for (const found of inOrder(notebook, 'lists', recordsOf(reading, 'lists'))) {
    const name = nameOf(reading, found, rules)
    if (name === undefined) continue
    const archived = flagOf(notebook, 'lists[].closed', found.id, found.record['closed'])
    const wip_limit = limitOf(reading, found)
    known.set(found.id, { external_ref: refs.of(found.id), name, archived, wip_limit })
  }

  const planned = [...known.values()]
  let imported: PlannedList | undefined
  return {
    planned,
    refFor({ record, id }) {
      const list = typeof record['idList'] === 'string' ? known.get(record['idList']) : undefined
      if (list) return list.external_ref
      notebook.warn('cards[].idList: not in the file, put into the list "Imported cards"', id)
      if (!imported) {
        const external_ref = refs.made('imported-cards')
        imported = { external_ref, name: 'Imported cards', archived: false, wip_limit: undefined }
        planned.push(imported)
      }
      return imported.external_ref
    },
  }
}

function limitOf({ notebook }: Reading, { record, id }: Found): number | undefined {
  const value = record['softLimit']
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000)
    return value
  notebook.warn('lists[].softLimit: not a limit from 1 to 10,000, left out', id)
  return undefined
}

/**
 * In `pos` order; equal positions stay in the order of the file. A record whose position is missing or cannot be
 * read stays behind the one before it in the file.
 */
export function inOrder<F extends Found>(
  notebook: Pick<ParseFindings, 'warn'>,
  kind: string,
  records: readonly F[],
): F[] {
  let last = Number.NEGATIVE_INFINITY
  const placed = records.map((found) => {
    const value = found.record['pos']
    const rank = rankOf(value)
    if (rank === undefined && value !== undefined && value !== null) {
      notebook.warn(`${kind}[].pos: not a position, kept in the order of the file`, found.id)
    }
    last = rank ?? last
    return { found, rank: last }
  })
  // Not by subtraction: two infinities have no difference.
  const sorted = placed.sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1))
  return sorted.map(({ found }) => found)
}

function rankOf(value: unknown): number | undefined {
  if (value === 'top') return Number.NEGATIVE_INFINITY
  if (value === 'bottom') return Number.POSITIVE_INFINITY
  const text = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof text === 'number' && Number.isFinite(text) ? text : undefined
}
