import { z } from 'zod'

import { additions } from './addition.ts'
import { hasVisibleCharacter } from './names.rules.ts'

// Opaque, but without control characters, which the database cannot look up.
export const Id = z.string().regex(/^[^\p{Cc}]{1,64}$/u, { error: 'must be an id' })
export type Id = string

/** In responses: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Timestamp = z.iso.datetime({ precision: 3 })
export type Timestamp = string

/** In requests: any RFC 3339 date-time with an offset; normalized to UTC milliseconds. */
export const TimestampIn = z.iso
  .datetime({ offset: true, error: 'must be a date and time with its offset from UTC' })
  .transform((text, context) => {
    const instant = new Date(text)
    // Checked in UTC: neither the database nor RFC 3339 allows the year 0 or 10000.
    const year = instant.getUTCFullYear()
    if (year >= 1 && year <= 9999) return instant.toISOString()
    context.issues.push({ code: 'custom', message: 'is not a moment on the calendar', input: text })
    return z.NEVER
  })

// Lone surrogates and control characters (but tab and line feed) cannot be stored or shown safely.
const invalidCharacters =
  /[\u0000-\u0008\u000b-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const lengthOf = (value: string) => [...value].length

const normalize = (value: string) => value.replace(/\r\n?/g, '\n').normalize('NFC')
const isValidText = (value: string) => !invalidCharacters.test(value.replace(/\r\n?/g, '\n'))
const invalidText = 'holds a control character or half a character'

/** One line: NFC, trimmed of white space (direction marks and zero-width characters stay), counted in code points. */
export const line = (min: number, max: number) =>
  z
    .string()
    .refine(isValidText, { error: invalidText, abort: true })
    .transform((value) => normalize(value).replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/g, ''))
    .refine((value) => !value.includes('\n'), { error: 'must be one line', abort: true })
    .refine((value) => lengthOf(value) >= min, {
      error: min === 1 ? 'must not be empty' : `needs at least ${min} characters`,
    })
    .refine((value) => lengthOf(value) <= max, { error: `may have at most ${max} characters` })
    // Of the trimmed text, in code points, as JSON Schema counts.
    .meta({ minLength: min, maxLength: max })

/** What a person calls something: a line in which something is seen. */
export const name = (max: number) =>
  line(1, max).refine(hasVisibleCharacter, {
    error: 'must have a character that is seen',
  })

/** The id of a record in the system it was imported from. */
export const ExternalRef = line(1, 255)

/** Multiple lines, unchanged except for NFC and line endings. */
export const text = (max: number) =>
  z
    .string()
    .refine(isValidText, { error: invalidText, abort: true })
    .transform(normalize)
    .refine((value) => lengthOf(value) <= max, { error: `may have at most ${max} characters` })
    .meta({ maxLength: max })

/** A time zone by its IANA name. An offset such as `+02:00` is none, because it has no clock changes. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => /^[a-z]/i.test(name) && isSupported(() => formatIn(name)), {
    error: 'must be a time zone such as Europe/Berlin',
  })

const formatIn = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone })

/** A BCP 47 language tag in its canonical form: `en-gb` becomes `en-GB`. */
export const Locale = z
  .string()
  .max(35)
  .refine((tag) => isSupported(() => Intl.getCanonicalLocales(tag)), {
    error: 'must be a language tag such as en or de-AT',
  })
  .transform((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag)

function isSupported(create: () => unknown): boolean {
  try {
    create()
    return true
  } catch {
    return false
  }
}

/** Colors by name or hex; imports keep foreign names ("sky", "green_dark"). */
export const Color = z.string().regex(/^(#[0-9a-fA-F]{6}|[a-z][a-z_]{0,31})$/, {
  error: 'must be a colour name such as green, or a hex value such as #01606e',
})

/** A flag in a query: exactly `true` or `false`. */
export const QueryFlag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
  .or(z.boolean())

const cursor = z.string().min(1).max(512)
const wholeNumber = { error: 'must be a whole number from 1 to 100' }
/** A number of items; values over 100 are clamped. */
export const limit = z
  .union([z.string().regex(/^[1-9]\d*$/, wholeNumber), z.int().positive(wholeNumber)], wholeNumber)
  .transform((value) => Math.min(Number(value), 100))

/** How many items a page has unless `limit` says otherwise. */
export const pageSize = 100

/** The query of every list. The public API defines pages of up to 100 and no `limit`. */
export const pageQuery = {
  starting_after: cursor.optional(),
  ...additions('filters', { limit: limit.default(pageSize) }),
  ...additions('totals', { include_total: QueryFlag.optional() }),
}

export interface PageQuery {
  readonly limit: number
  readonly starting_after?: string | undefined
  readonly include_total?: boolean | undefined
}

/** The envelope of every list: `paging.next` is null on the last page, never missing. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    paging: z.object({
      next: z.string().nullable(),
      ...additions('totals', { total: z.number().int().optional() }),
    }),
  })

export interface Page<Item> {
  data: Item[]
  paging: { next: string | null; total?: number | undefined }
}

/** Commas mean OR within one id or enum parameter. */
export const anyOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(item).min(1))
    .meta(item instanceof z.ZodEnum ? { pattern: listOf(item.options) } : {})

function listOf(values: readonly unknown[]): string {
  const alternatives = values
    .map((word) => String(word).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|')
  return `^(${alternatives})(,(${alternatives}))*$`
}
