import type { z } from 'zod'

export declare const documentedNames: unique symbol

/** Marks the type of a schema with the fields that the public API names. */
export interface Documented<Name extends string> {
  readonly [documentedNames]: Name
}

const fieldsBySchema = new WeakMap<z.core.$ZodType, readonly string[]>()

/**
 * Lists the response fields that the public API names, and `id` and `name`, which it assumes. A server with the
 * public API alone may omit every other field, so clients read those as optional.
 */
export function documented<S extends z.ZodObject, Name extends keyof S['shape'] & string>(
  schema: S,
  fields: readonly Name[],
): S & Documented<Name> {
  fieldsBySchema.set(schema, fields)
  // The brand exists in the types only.
  return schema as S & Documented<Name>
}

/** Undefined for a schema whose fields are always present: part of an addition, or the envelope of a page. */
export const documentedFields = (schema: z.core.$ZodType): readonly string[] | undefined =>
  fieldsBySchema.get(schema)

/** What kind of schema it is, which takes far less time to compare than all its methods. */
interface Kind<Definition> {
  readonly _zod: { readonly def: Definition }
}

/** The body of a response as a client may rely on it. */
export type Readable<S> =
  S extends Kind<{ type: 'object'; shape: infer Shape extends Record<string, unknown> }>
    ? ReadableObject<Shape, S extends Documented<infer Name> ? Name : keyof Shape>
    : S extends Kind<{ type: 'array'; element: infer Item }>
      ? Readable<Item>[]
      : S extends Kind<{ type: 'nullable'; innerType: infer Inner }>
        ? Readable<Inner> | null
        : z.output<S>

type Optional<Inner> = Kind<{ type: 'optional'; innerType: Inner }>

type OptionalKeys<Shape> = {
  [Key in keyof Shape]: Shape[Key] extends Optional<unknown> ? Key : never
}[keyof Shape]

type ReadableObject<Shape, Certain extends keyof Shape> = Flat<
  { -readonly [Key in Exclude<Certain, OptionalKeys<Shape>>]: Readable<Shape[Key]> } & {
    -readonly [
      Key in OptionalKeys<Shape> | Exclude<keyof Shape, Certain>
    ]?: Shape[Key] extends Optional<infer Inner> ? Readable<Inner> : Readable<Shape[Key]>
  }
>

type Flat<T> = { [Key in keyof T]: T[Key] }
