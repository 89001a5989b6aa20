import { z } from 'zod'

import { additions } from './addition.ts'

// Opaque, but a control character could not even be looked up.
export const Id = z.string().regex(/^[^\p{Cc}]{1,64}$/u, { error: 'must be an id' })
export type Id = string

/** Out: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Timestamp = z.iso.datetime({ precision: 3 })
export type Timestamp = string

/** In: any RFC 3339 date-time that names its offset; normalised to UTC milliseconds. */
export const TimestampIn = z.iso
  .datetime({ offset: true, error: 'must be a date and time with its offset from UTC' })
  .transform((text, context) => {
    const instant = new Date(text)
    // Of four digits in UTC too: neither the database nor RFC 3339 knows the year 0 or 10000.
    const year = instant.getUTCFullYear()
    if (year >= 1 && year <= 9999) return instant.toISOString()
    context.issues.push({ code: 'custom', message: 'is not a moment on the calendar', input: text })
    return z.NEVER
  })

// Lone surrogates and control characters (but tab and line feed) cannot be stored or shown safely.
const unwanted =
  /[\u0000-\u0008\u000b-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const lengthOf = (value: string) => [...value].length

const cleaned = (value: string) => value.replace(/\r\n?/g, '\n').normalize('NFC')
const sound = (value: string) => !unwanted.test(value.replace(/\r\n?/g, '\n'))
const unsound = 'holds a control character or half a character'

/** One line: NFC, trimmed of white space (direction marks and zero-width characters stay), counted in code points. */
export const line = (min: number, max: number) =>
  z
    .string()
    .refine(sound, { error: unsound, abort: true })
    .transform((value) => cleaned(value).replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/g, ''))
    .refine((value) => !value.includes('\n'), { error: 'must be one line', abort: true })
    .refine((value) => lengthOf(value) >= min, {
      error: min === 1 ? 'must not be empty' : `needs at least ${min} characters`,
    })
    .refine((value) => lengthOf(value) <= max, { error: `may have at most ${max} characters` })
    // Of the text without the blanks around it, in the unit that JSON Schema counts in too.
    .meta({ minLength: min, maxLength: max })

/** Names a thing in the system it was imported from. */
export const ExternalRef = line(1, 255)

/** Several lines, kept as written but for NFC and line ends. */
export const text = (max: number) =>
  z
    .string()
    .refine(sound, { error: unsound, abort: true })
    .transform(cleaned)
    .refine((value) => lengthOf(value) <= max, { error: `may have at most ${max} characters` })
    .meta({ maxLength: max })

/** Colours by name or hex; imports keep foreign names ("sky", "green_dark"). */
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
// More than 100 is 100.
const limit = z
  .union([z.string().regex(/^[1-9]\d*$/, wholeNumber), z.int().positive(wholeNumber)], wholeNumber)
  .transform((value) => Math.min(Number(value), 100))

/** What every list takes. The document knows pages of up to 100 and no way to ask for less. */
export const pageQuery = {
  starting_after: cursor.optional(),
  ...additions('filters', { limit: limit.default(100) }),
  ...additions('totals', { include_total: QueryFlag.optional() }),
}

export interface PageQuery {
  readonly limit: number
  readonly starting_after?: string | undefined
  readonly include_total?: boolean | undefined
}

/** The envelope of every list: `paging.next` is null on the last page and never missing. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    paging: z.object({ next: z.string().nullable(), total: z.number().int().optional() }),
  })

export interface Page<Item> {
  data: Item[]
  paging: { next: string | null; total?: number | undefined }
}

/** Comma means OR inside one id or enum parameter. */
export const anyOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(item).min(1))
    .meta(item instanceof z.ZodEnum ? { pattern: listOf(item.options) } : {})

function listOf(words: readonly unknown[]): string {
  const one = words
    .map((word) => String(word).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|')
  return `^(${one})(,(${one}))*$`
}
