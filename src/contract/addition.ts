import type { z } from 'zod'

import type { Capability } from './capabilities.ts'

/** Marks an OpenAPI node as not in the public API, with the capability that offers it. */
export const markOf = (capability: string | undefined) => ({
  'x-addition': true,
  ...(capability === undefined ? {} : { 'x-capability': capability }),
})

/** Fields that a row accepts in addition to those of the public API. */
export function additions<Fields extends Record<string, z.ZodType>>(
  capability: Capability,
  fields: Fields,
): Fields {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    field.meta(markOf(capability)),
  ])
  // Metadata changes neither the names nor the types.
  return Object.fromEntries(entries) as Fields
}

export const isAddition = (field: z.ZodType): boolean => field.meta()?.['x-addition'] === true

const documentForms = new WeakMap<z.ZodType, z.ZodType>()

/** A field that accepts more forms than the public API defines. */
export function withDocumentForm<Field extends z.ZodType>(form: z.ZodType, field: Field): Field {
  documentForms.set(field, form)
  return field
}

/** The field in the form that the public API defines. */
export const publicForm = (field: z.ZodType): z.ZodType => documentForms.get(field) ?? field
