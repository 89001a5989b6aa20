import type { SegmentFilter } from '#contract/email/segments.ts'
import { foldCase } from '#service/search-text.rules.ts'
import type { PlannedList } from './contacts.ts'
import { cities } from './people.rules.ts'
import { arrivalOf, after, daysBefore, hourMs } from './random-dates.rules.ts'
import type { Row } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

interface Planned {
  readonly name: string
  readonly filter: SegmentFilter
}

/** The same questions asked of every list that has people on it. */
export function segmentRows(kit: Kit, lists: readonly PlannedList[]): Row<'segments'>[] {
  const makeId = kit.ids('segments')
  return lists
    .filter(({ size }) => size > 0)
    .flatMap((list) =>
      Array.from({ length: kit.amounts.segments }, (_, index) => {
        const { name, filter } = segmentOf(kit.now, index, list.tags)
        const created_at = after(arrivalOf(0.3, kit.now).at, (index + 1) * hourMs)
        return {
          id: makeId('seg', created_at),
          list_id: list.id,
          name,
          name_key: foldCase(name),
          filter,
          created_at,
          updated_at: created_at,
        }
      }),
    )
}

function segmentOf(now: Date, index: number, tags: readonly string[]): Planned {
  const written = segments(now)[index]
  if (written) return written
  const city = cities[index % cities.length] ?? ''
  const tag = tags[index % tags.length] ?? ''
  return {
    name: `${tag} in ${city}`,
    filter: {
      match: 'all',
      conditions: [
        { field: 'tag', op: 'is', value: tag },
        { field: 'fields.city', op: 'is', value: city },
      ],
    },
  }
}

const segments = (now: Date): readonly Planned[] => [
  {
    name: 'New this season',
    filter: {
      match: 'all',
      conditions: [
        { field: 'created_at', op: 'after', value: daysBefore(now, 90).toISOString() },
        { field: 'status', op: 'is', value: 'subscribed' },
      ],
    },
  },
  {
    name: 'Buys refills',
    filter: { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 'refill' }] },
  },
  {
    name: 'In Wales',
    filter: { match: 'all', conditions: [{ field: 'fields.country', op: 'is', value: 'Wales' }] },
  },
  {
    name: 'Gone quiet',
    filter: {
      match: 'any',
      conditions: [
        { field: 'tag', op: 'is', value: 'lapsed' },
        { field: 'status', op: 'is', value: 'unsubscribed' },
      ],
    },
  },
  {
    name: 'City unknown',
    filter: { match: 'all', conditions: [{ field: 'fields.city', op: 'not_exists' }] },
  },
]
