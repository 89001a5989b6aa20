import { z } from 'zod'

import { additions } from './addition.ts'
import { ExternalRef, TimestampIn } from './primitives.ts'

/** Import mode, for admin keys only: states are accepted as sent, and webhooks receive events on request only. */
export const importMode = additions('import', {
  import: z.boolean().optional(),
  emit_events: z.boolean().optional(),
})

/** Fields of an import: the external reference of the record, and its times. */
export const importFields = {
  ...importMode,
  ...additions('import', {
    external_ref: ExternalRef.optional(),
    created_at: TimestampIn.optional(),
    updated_at: TimestampIn.optional(),
  }),
}

/** The list filter that finds an imported record. */
export const byReference = additions('import', { external_ref: ExternalRef.optional() })
