import type { Database } from '#service/db/db.ts'
import { type MakeId, newId } from '#service/db/ids.ts'
import { type FirstKey, createWorkspace as makeWorkspace } from '#service/developers/first-start.ts'
import { addDefaultStatuses } from '#service/feedback/statuses.ts'

/** A workspace with its first admin key and whatever every domain starts with. */
export const createWorkspace = (
  database: Database,
  name: string,
  now: Date = new Date(),
  makeId: MakeId = newId,
): Promise<FirstKey> =>
  makeWorkspace(database, { name, now, makeId }, (db) => addDefaultStatuses(db, now, makeId))
