import { z } from 'zod'

import { publicForm, isAddition } from './addition.ts'
import { rows } from './endpoints.ts'

/** Why a service with the public API alone rejects a parameter, field or header. */
export const undocumented = 'is not named by the public API'

/** The table reduced to the public API: its rows accept the named fields and reject the rest. */
export const publicRows: typeof rows = rows
  .filter(([, row]) => row.source === 'public')
  .map(([name, row]) => [name, { ...row, input: publicInput(row.input) }])

function publicInput({ shape }: z.ZodObject): z.ZodObject {
  const fields = Object.entries(shape as Record<string, z.ZodType>)
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        isAddition(field) ? rejectField(field) : publicForm(field),
      ]),
    ),
    { error: ({ code }) => (code === 'unrecognized_keys' ? undocumented : undefined) },
  )
}

/** Rejected when present; otherwise the verb gets the default as usual. */
function rejectField(field: z.ZodType): z.ZodType {
  const rejected = z.never({ error: undocumented }).optional()
  const fallback = field.parse(undefined)
  return fallback === undefined ? rejected : rejected.default(() => fallback as never)
}
