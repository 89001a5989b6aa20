import { z } from 'zod'

import { additions } from './addition.ts'
import { ExternalRef, TimestampIn } from './primitives.ts'

/** Import mode, admin keys only: states are taken as given, and webhooks hear of it only when asked for. */
export const importMode = additions('import', {
  import: z.boolean().optional(),
  emit_events: z.boolean().optional(),
})

/** What an import brings along: the name of a record where it came from, and its times. */
export const importFields = {
  ...importMode,
  ...additions('import', {
    external_ref: ExternalRef.optional(),
    created_at: TimestampIn.optional(),
    updated_at: TimestampIn.optional(),
  }),
}

/** How a list finds what an import made. */
export const byReference = additions('import', { external_ref: ExternalRef.optional() })
