import { instantOf } from '#client/importers/core/instant.ts'
import type { Found } from './trello-reader.ts'
import { madeAt } from './trello-refs.ts'

/** When a record was made and last touched, as far as the export tells; never the one after the other. */
export function timesOf({ record, id }: Pick<Found, 'record' | 'id'>) {
  const updated_at = instantOf(record['dateLastActivity'])
  const made = madeAt(id)
  const sound = made !== undefined && (updated_at === undefined || made <= updated_at)
  return { created_at: sound ? made : undefined, updated_at }
}
