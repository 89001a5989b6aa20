import { z } from 'zod'

import { Id } from './primitives.ts'

/** What became of one item of a batch. */
export const BatchResult = z.object({
  index: z.int(),
  /** The status of the same operation as a request of its own. */
  status: z.int(),
  id: Id.optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.looseObject({})).optional(),
    })
    .optional(),
})
export type BatchResult = z.infer<typeof BatchResult>
