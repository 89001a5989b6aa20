import type { WorkspaceDb } from '#service/db/db.ts'
import type { CreateId } from '#service/db/ids.ts'
import { generate } from './generate.ts'
import { createKit } from './seed-context.ts'
import { type Size, amountsOf } from './sizes.rules.ts'
import type { SealSecret } from './webhooks.ts'

/** The workshop that all examples are about. */
export const exampleName = 'Fern & Field'

export interface Seeding {
  readonly size: Size
  readonly seed: number
  /** What everything is dated by: the same size, seed and moment give the same rows. */
  readonly now: Date
  /** Without it, the workspace has no webhook: its secret would differ in every run. */
  readonly sealSecret?: SealSecret
}

/** What a generated workspace holds, and what its ids are made by. */
export function exampleContent({ size, seed, now, sealSecret }: Seeding) {
  const kit = createKit(seed, now, amountsOf[size])
  const makeId: CreateId = kit.ids(`workspace/${size}`)
  return {
    now,
    makeId: (prefix: Parameters<CreateId>[0]) => makeId(prefix, now),
    fill: (db: WorkspaceDb) => generate(db, kit, sealSecret),
  }
}
