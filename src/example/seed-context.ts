import { type CreateId, seededId } from '#service/db/ids.ts'
import { type Random, randomFrom } from './random.rules.ts'
import type { Amounts } from './sizes.rules.ts'

/** What every part of a generated workspace is made with. The same seed and moment make the same of it. */
export interface Kit {
  readonly now: Date
  readonly amounts: Amounts
  readonly random: (stream: string) => Random
  /** Ids of one stream. */
  readonly ids: (stream: string) => CreateId
}

export function createKit(seed: number, now: Date, amounts: Amounts): Kit {
  return {
    now,
    amounts,
    random: (stream) => randomFrom(seed, stream),
    ids: (stream) => seededIds(seed, stream),
  }
}

function seededIds(seed: number, stream: string): CreateId {
  const { under } = randomFrom(seed, `${stream}/ids`)
  return (prefix, moment) => seededId(prefix, moment, under)
}
