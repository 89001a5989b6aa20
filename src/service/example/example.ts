import type { WorkspaceDb } from '#service/db/db.ts'
import type { CreateId } from '#service/db/ids.ts'
import { generate } from './generate.ts'
import { createKit } from './seed-context.ts'
import { type Size, amountsOf } from './sizes.rules.ts'

/** The workshop that all examples are about. */
export const exampleName = 'Fern & Field'

export interface Seeding {
  readonly size: Size
  readonly seed: number
  /** What everything is dated by: the same size, seed and moment give the same rows. */
  readonly now: Date
}

/** What a generated workspace holds, and what its ids are made by. */
export function exampleContent({ size, seed, now }: Seeding) {
  const kit = createKit(seed, now, amountsOf[size])
  const makeId: CreateId = kit.ids(`workspace/${size}`)
  return {
    now,
    makeId: (prefix: Parameters<CreateId>[0]) => makeId(prefix, now),
    fill: (db: WorkspaceDb) => generate(db, kit),
  }
}
