import { z } from 'zod'

import { documentForm, isAddition } from './addition.ts'
import { rows } from './endpoints.ts'

/** Why a service of the plain document refuses a parameter, a field or a header. */
export const unnamed = 'is not named by the public document'

/** The table as the public document has it: its rows alone, which take what it names and refuse the rest. */
export const documentRows: typeof rows = rows
  .filter(([, row]) => row.source === 'document')
  .map(([name, row]) => [name, { ...row, input: documentInput(row.input) }])

function documentInput({ shape }: z.ZodObject): z.ZodObject {
  const fields = Object.entries(shape as Record<string, z.ZodType>)
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        isAddition(field) ? absent(field) : documentForm(field),
      ]),
    ),
    { error: ({ code }) => (code === 'unrecognized_keys' ? unnamed : undefined) },
  )
}

/** Refused when given; when it is not, the verb gets what it always gets. */
function absent(field: z.ZodType): z.ZodType {
  const refused = z.never({ error: unnamed }).optional()
  const instead = field.parse(undefined)
  return instead === undefined ? refused : refused.default(() => instead as never)
}
