import type { z } from 'zod'

import type { Capability } from './capabilities.ts'

/** How the OpenAPI document says that something is not of the public document, and which capability offers it. */
export const markOf = (capability: string | undefined) => ({
  'x-addition': true,
  ...(capability === undefined ? {} : { 'x-capability': capability }),
})

/** Fields that a row takes beside those of the public document, by the capability that offers them. */
export function additions<Fields extends Record<string, z.ZodType>>(
  capability: Capability,
  fields: Fields,
): Fields {
  const marked = Object.entries(fields).map(([name, field]) => [
    name,
    field.meta(markOf(capability)),
  ])
  // The same names with the same types: a mark changes neither.
  return Object.fromEntries(marked) as Fields
}

export const isAddition = (field: z.ZodType): boolean => field.meta()?.['x-addition'] === true

const documentForms = new WeakMap<z.ZodType, z.ZodType>()

/** A field of the public document that takes more forms here than the one it has there. */
export function beside<Field extends z.ZodType>(documentForm: z.ZodType, field: Field): Field {
  documentForms.set(field, documentForm)
  return field
}

/** The field in the one form that the public document gives it. */
export const documentForm = (field: z.ZodType): z.ZodType => documentForms.get(field) ?? field
