import { isRecord } from '#client/is-record.ts'
import { referenceText } from '#web/messages/en/reference.ts'

const text = referenceText.types
const numbers = new Intl.NumberFormat('en')

export interface Json {
  readonly [name: string]: unknown
}

/** Not of a prototype: the document of another server may use any name. */
export const memberOf = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? (node as Json)[name] // an own property of any kind
    : undefined

/** A field or parameter that the public API does not have. */
export interface Mark {
  readonly isAddition: boolean
  readonly capability: string | undefined
}

export interface FieldRow extends Mark {
  readonly name: string
  /** 0 for a field of the body itself. */
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
}

const MAX_REFERENCES = 8
const MAX_REFERENCE_LENGTH = 1000
const MAX_DEPTH = 5
const MAX_VALUES = 80
/** Nodes that are read for one endpoint: a document may be of any size and refer to itself. */
const MAX_NODES = 5000
const MAX_FIELDS = 200
const MAX_VALUE_LENGTH = 100

/** The beginning of a text that the page shows. */
export const cutText = (value: string, length: number) =>
  value.length > length ? `${value.slice(0, length - 1)}…` : value

export function markOf(node: Json): Mark {
  const capability = memberOf(node, 'x-capability')
  return {
    isAddition: memberOf(node, 'x-addition') === true,
    capability: typeof capability === 'string' ? cutText(capability, MAX_VALUE_LENGTH) : undefined,
  }
}

/** The node, or the one of this document that its `$ref` names. */
export function resolve(node: unknown, document: unknown): Json {
  let current = node
  for (let step = 0; step < MAX_REFERENCES; step += 1) {
    if (!isRecord(current)) return {}
    const reference = memberOf(current, '$ref')
    if (typeof reference !== 'string') return current
    if (!reference.startsWith('#/') || reference.length > MAX_REFERENCE_LENGTH) return {}
    current = reference
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(memberOf, document)
  }
  return {}
}

/** What is read of a document for one purpose, and how many nodes that took. */
export interface Reading {
  readonly document: unknown
  nodes: number
}

const isOver = (reading: Reading, nodes = 1) => (reading.nodes += nodes) > MAX_NODES

/** The forms of a value, of which one applies. */
function formsOf(schema: Json): readonly unknown[] | undefined {
  const forms = memberOf(schema, 'anyOf') ?? memberOf(schema, 'oneOf')
  return Array.isArray(forms) && forms.length > 0 ? forms.slice(0, MAX_VALUES) : undefined
}

const typesOf = (schema: Json): readonly unknown[] => [memberOf(schema, 'type')].flat()

function isNull(schema: Json): boolean {
  const values = [memberOf(schema, 'enum') ?? memberOf(schema, 'const')].flat()
  const isOnlyNull = values.length > 0 && values.every((value) => value === null)
  return memberOf(schema, 'type') === 'null' || isOnlyNull
}

/** The type of a value in words, such as "list of strings" or "one of open, closed". */
export const formatType = (node: unknown, reading: Reading, isQuery = false): string =>
  typeInWords(node, reading, 0, isQuery)

function typeInWords(node: unknown, reading: Reading, depth: number, isQuery = false): string {
  if (isOver(reading) || depth > MAX_DEPTH) return text.any
  const schema = resolve(node, reading.document)
  const forms = formsOf(schema)?.map((form) => resolve(form, reading.document))
  if (!forms) return plainType(schema, reading, depth)
  const values = forms.filter((form) => !isNull(form))
  if (values.length === 0) return text.null
  const words = (isQuery && queryType(values)) || unionType(values, reading, depth)
  const nullable = values.length < forms.length ? text.nullable(words) : words
  return withDefault(nullable, schema)
}

/** In a query a number and a flag are texts as well. */
function queryType(forms: readonly Json[]): string | undefined {
  const types = forms.map((form) => memberOf(form, 'type'))
  if (forms.length !== 2 || !types.includes('string')) return undefined
  if (types.includes('boolean')) return text.flag
  return types.includes('integer') ? text.integer : undefined
}

function unionType(forms: readonly Json[], reading: Reading, depth: number): string {
  const words = forms.map((form) => {
    const type = typeInWords(form, reading, depth + 1)
    const { isAddition, capability } = markOf(form)
    if (!isAddition) return type
    const mark = capability ? referenceText.additionOf(capability) : referenceText.addition
    return text.addition(type, mark)
  })
  return [...new Set(words)].join(text.or) || text.any
}

function plainType(schema: Json, reading: Reading, depth: number): string {
  const types = typesOf(schema)
  if (isNull(schema)) return text.null
  const words = choiceType(schema, reading) ?? namedTypes(schema, reading, depth)
  return withDefault(types.includes('null') ? text.nullable(words) : words, schema)
}

function choiceType(schema: Json, reading: Reading): string | undefined {
  const values = choicesOf(schema)
  if (!values) return undefined
  if (isOver(reading, values.length)) return text.any
  return text.oneOf(joinValues(values, enumerationOf(schema).length))
}

function namedTypes(schema: Json, reading: Reading, depth: number): string {
  const types = typesOf(schema).filter((type) => type !== 'null')
  const words = types.slice(0, MAX_DEPTH).map((type) => namedType(type, schema, reading, depth))
  if (types[0] !== undefined) return [...new Set(words)].join(text.or)
  const all = memberOf(schema, 'allOf')
  const parts = (Array.isArray(all) ? all.slice(0, MAX_VALUES) : []).map((part) =>
    typeInWords(part, reading, depth + 1),
  )
  return parts.find((part) => part !== text.any) ?? text.any
}

function namedType(type: unknown, schema: Json, reading: Reading, depth: number): string {
  if (type === 'array') return listType(schema, reading, depth)
  if (type === 'object') return objectType(schema, reading, depth)
  if (type === 'string') return stringType(schema)
  return type === 'integer' || type === 'number' || type === 'boolean' ? text[type] : text.any
}

type Plain = string | number | boolean

/** A value with a text: that of an object may be anything, or throw. */
export const isPlain = (value: unknown): value is Plain =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** The plain values of an enumeration or constant. */
export const enumerationOf = (schema: Json): readonly Plain[] =>
  [memberOf(schema, 'enum') ?? memberOf(schema, 'const')].flat().filter(isPlain)

/** Undefined where there is nothing to choose from. */
export function choicesOf(schema: Json): readonly string[] | undefined {
  const values = enumerationOf(schema).slice(0, MAX_VALUES)
  return values.length > 0 ? values.map(String) : undefined
}

/** In a list of values these would be invisible. */
const blankValue = (value: string) => (value === '\t' ? text.tab : `"${value}"`)

function joinValues(values: readonly string[], count = values.length): string {
  const shown = values
    .slice(0, MAX_VALUES)
    .map((value) => cutText(/^[\s,]*$/.test(value) ? blankValue(value) : value, MAX_VALUE_LENGTH))
  const joined = shown.join(', ')
  return count > MAX_VALUES ? `${joined} ${text.more(count - MAX_VALUES)}` : joined
}

function withDefault(words: string, schema: Json): string {
  const value = memberOf(schema, 'default')
  if (!isPlain(value) || value === '') return words
  return text.fallback(words, cutText(String(value), MAX_VALUE_LENGTH))
}

function listType(schema: Json, reading: Reading, depth: number): string {
  const items = memberOf(schema, 'items')
  if (!isRecord(items)) return text.list
  const type = typeInWords(items, reading, depth + 1)
  const plurals: Partial<Record<string, string>> = {
    [text.string]: text.strings,
    [text.object]: text.objects,
    [text.integer]: text.integers,
  }
  // Of texts the length of each would read as that of the list.
  const isText = memberOf(resolve(items, reading.document), 'maxLength') !== undefined
  const parts = type.split(text.or).map((part) => plurals[part] ?? part)
  return text.listOf(isText ? text.strings : parts.join(text.or))
}

function objectType(schema: Json, reading: Reading, depth: number): string {
  const values = memberOf(schema, 'additionalProperties')
  if (memberOf(schema, 'properties') !== undefined || !isRecord(values)) return text.object
  const type = typeInWords(values, reading, depth + 1)
  return type === text.any ? text.object : text.objectOf(type)
}

/** `^(open|closed)(,(open|closed))*$` is a list in a query. */
const listPattern = /^\^\(([\w.*\\|-]+)\)\(,\(\1\)\)\*\$$/

function stringType(schema: Json): string {
  const format = memberOf(schema, 'format')
  if (format === 'date-time' || format === 'date' || format === 'uri' || format === 'email')
    return text[format]
  const pattern = memberOf(schema, 'pattern')
  if (typeof pattern === 'string' && pattern.length < 10_000) {
    const choices = listPattern.exec(pattern)?.[1]
    if (choices) return text.someOf(joinValues(choices.replaceAll('\\', '').split('|')))
    if (isEmailPattern(pattern)) return text.email
  }
  const longest = memberOf(schema, 'maxLength')
  return typeof longest === 'number' ? text.upTo(text.string, numbers.format(longest)) : text.string
}

/** Patterns are not shown; one around an @ is that of an email address. */
export const isEmailPattern = (pattern: unknown) =>
  typeof pattern === 'string' && pattern.includes(']{1,64}@[')

/** Reads when it is asked, and then keeps what it read: what is left of the budget would be another text. */
export function once(read: () => string): () => string {
  let known: string | undefined
  return () => (known ??= read())
}

interface FieldList {
  readonly fields: readonly FieldRow[]
  /** Fields beyond the limit. */
  readonly omitted: number
}

/** The fields of an object and of those in it, in reading order. */
export function listFields(node: unknown, reading: Reading): FieldList {
  const fields: FieldRow[] = []
  let omitted = 0
  const visit = (at: unknown, depth: number, trail: readonly Json[]) => {
    for (const object of objectsIn(at, reading, 0)) {
      // A type that contains itself is described once.
      if (trail.includes(object) || depth > MAX_DEPTH) continue
      const properties = memberOf(object, 'properties')
      if (!isRecord(properties)) continue
      const required = [memberOf(object, 'required')].flat()
      if (isOver(reading, required.length)) return
      for (const [name, property] of Object.entries(properties)) {
        if (isOver(reading)) return
        if (fields.length >= MAX_FIELDS) {
          omitted += 1
          continue
        }
        const schema = resolve(property, reading.document)
        const readType = once(() => typeInWords(property, reading, 0))
        fields.push({
          name: cutText(name, MAX_VALUE_LENGTH),
          depth,
          // A search reads the names of all fields, and a section the types of one endpoint.
          get type() {
            return readType()
          },
          isRequired: required.includes(name),
          ...markOf(schema),
        })
        visit(property, depth + 1, [...trail, object])
      }
    }
  }
  visit(node, 0, [])
  return { fields, omitted }
}

/** The objects that a value may be or contain: the items of a list, the values of a map, each form. */
function objectsIn(node: unknown, reading: Reading, depth: number): readonly Json[] {
  if (isOver(reading) || depth > MAX_DEPTH) return []
  const schema = resolve(node, reading.document)
  if (isRecord(memberOf(schema, 'properties'))) return [schema]
  const all = memberOf(schema, 'allOf')
  const inner = [
    ...(formsOf(schema) ?? []),
    ...(Array.isArray(all) ? all.slice(0, MAX_VALUES) : []),
    ...[memberOf(schema, 'items'), memberOf(schema, 'additionalProperties')].filter(isRecord),
  ]
  return inner.flatMap((one) => objectsIn(one, reading, depth + 1))
}
