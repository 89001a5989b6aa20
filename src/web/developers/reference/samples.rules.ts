import { buildCurl } from '#client/curl.ts'
import type { Method } from '#contract/request-line.ts'
import { type Endpoint, type EndpointDetails, isText, type Parameter } from './reference.rules.ts'
import { isEmailPattern, isJson, type Json, memberOf, resolve } from './schema-words.rules.ts'

export const sampleLanguages = ['curl', 'javascript', 'python'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

/** The values that a person has typed, by `place.name`. */
export type Values = Readonly<Record<string, string>>

export const valueKey = ({ place, name }: { place: string; name: string }) => `${place}.${name}`

interface SampleRequest {
  readonly method: string
  readonly url: string
  /** Undefined without a body. */
  readonly body: Json | undefined
  readonly response: 'json' | 'text' | 'none'
}

const MAX_DEPTH = 4

/** Beginnings of ids, as this server makes them. */
const idPrefixes: Readonly<Record<string, string>> = {
  automation_id: 'aut',
  board_id: 'brd',
  campaign_id: 'cmp',
  card_id: 'crd',
  comment_id: 'cmt',
  contact_id: 'con',
  delivery_id: 'dlv',
  enrollment_id: 'enr',
  entry_id: 'chg',
  import_id: 'imp',
  key_id: 'key',
  label_id: 'lbl',
  list_id: 'lst',
  member_id: 'mem',
  post_id: 'pst',
  segment_id: 'seg',
  status_id: 'sta',
  subscriber_id: 'sub',
  tag_id: 'ptg',
  user_id: 'usr',
  vote_id: 'vot',
  webhook_id: 'whk',
}

const exampleTexts: Readonly<Record<string, string>> = {
  body: 'Thanks for the idea.',
  color: 'green',
  email: 'ada@example.com',
  email_address: 'ada@example.com',
  id_or_email: 'ada@example.com',
  kind: 'card.created',
  locale: 'en-GB',
  name: 'Example',
  status: 'open',
  subject: 'News of this month',
  tag: 'vip',
  time_zone: 'Europe/Berlin',
  title: 'Dark mode',
}

function exampleText(name: string, schema: Json): string {
  const format = memberOf(schema, 'format')
  if (format === 'date-time') return '2026-01-31T09:00:00Z'
  if (format === 'date') return '2026-01-31'
  if (format === 'uri') return 'https://example.com/hooks'
  if (format === 'email' || isEmailPattern(memberOf(schema, 'pattern'))) return 'ada@example.com'
  const singular = name.replace(/_ids$/, '_id')
  if (/(^|_)ids?$/.test(name)) return `${idPrefixes[singular] ?? singular.slice(0, 3)}_01hx7k2m`
  const known = memberOf(exampleTexts, name)
  return typeof known === 'string' ? known : 'example'
}

/** A value that the schema allows and that reads like one of a person. */
function exampleOf(name: string, node: unknown, document: unknown, depth = 0): unknown {
  const schema = resolve(node, document)
  if (depth > MAX_DEPTH) return null
  const choices = [memberOf(schema, 'enum') ?? memberOf(schema, 'const')].flat()
  const choice = choices.find((one) => ['string', 'number', 'boolean'].includes(typeof one))
  if (choice !== undefined) return choice
  const type = [memberOf(schema, 'type')].flat().find((one) => one !== 'null')
  const forms = memberOf(schema, 'anyOf') ?? memberOf(schema, 'oneOf')
  if (Array.isArray(forms)) {
    const form = forms.find((one) => memberOf(resolve(one, document), 'type') !== 'null')
    return exampleOf(name, form, document, depth + 1)
  }
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return exampleNumber(schema)
  if (type === 'array')
    return [exampleOf(name.replace(/s$/, ''), memberOf(schema, 'items'), document, depth + 1)]
  if (type === 'object' || memberOf(schema, 'properties') !== undefined)
    return exampleObject(schema, document, depth)
  return exampleText(name, schema)
}

function exampleNumber(schema: Json): number {
  const least = memberOf(schema, 'minimum')
  return typeof least === 'number' && least > 1 ? least : 1
}

/** The required fields. Without any, a body shows the first that is no addition, and a change at least one. */
function exampleObject(schema: Json, document: unknown, depth: number, isChange = false): Json {
  const properties = memberOf(schema, 'properties')
  // As the key of a literal this one would set the prototype.
  const all = Object.entries(properties ?? {}).filter(([name]) => name !== '__proto__')
  const names = [memberOf(schema, 'required')].flat()
  const required = all.filter(([name]) => names.includes(name))
  const isAddition = (node: unknown) => memberOf(resolve(node, document), 'x-addition') === true
  const first = all.find(([, node]) => !isAddition(node)) ?? (isChange ? all[0] : undefined)
  const chosen = required.length > 0 || depth > 0 || !first ? required : [first]
  return Object.fromEntries(
    chosen.map(([name, node]) => [name, exampleOf(name, node, document, depth + 1)]),
  )
}

/** The value that a person has typed, if it can be sent: an empty segment, or one of dots, would be another path. */
export function typedValue(parameter: Pick<Parameter, 'place' | 'name'>, values: Values) {
  const value = memberOf(values, valueKey(parameter))
  if (typeof value !== 'string' || value === '') return undefined
  return parameter.place === 'path' && /^\.{1,2}$/.test(value) ? undefined : value
}

/** Path and query with the values of a person; of what they left empty examples where it is required, if any. */
export function buildPath(
  { path }: Pick<Endpoint, 'path'>,
  { parameters }: Pick<EndpointDetails, 'parameters'>,
  values: Values,
  document: unknown,
): string {
  const query = new URLSearchParams()
  const filled = new Map<string, string>()
  for (const parameter of parameters) {
    const { name, place, isRequired, schema } = parameter
    const example = () => (isRequired ? String(exampleOf(name, schema, document)) : undefined)
    const text = typedValue(parameter, values) ?? example()
    if (text === undefined) continue
    if (place === 'path') filled.set(name, encodeURIComponent(text))
    if (place === 'query') query.append(name, text)
  }
  const whole = path.replaceAll(/:([^/:]+)/g, (part, name: string) => filled.get(name) ?? part)
  return query.size > 0 ? `${whole}?${query}` : whole
}

/** How the request is sent from a program, with a placeholder for the key. */
export function buildSample(
  language: SampleLanguage,
  endpoint: Endpoint,
  details: EndpointDetails,
  { base_url, values, document }: { base_url: string; values: Values; document: unknown },
): string {
  const { body, response } = details
  const { method } = endpoint
  const example = body && exampleObject(body.schema, document, 0, method === 'PATCH')
  const hasBody = example && (body.isRequired || Object.keys(example).length > 0)
  const request: SampleRequest = {
    method,
    url: base_url + buildPath(endpoint, details, values, document),
    body: hasBody ? example : undefined,
    response: isText(details) ? 'text' : response.media.length === 0 ? 'none' : 'json',
  }
  return builders[language](request)
}

const headersOf = ({ body }: SampleRequest) => ({
  Authorization: 'Bearer <API_KEY>',
  ...(body && { 'Content-Type': 'application/json' }),
})

const builders: Readonly<Record<SampleLanguage, (request: SampleRequest) => string>> = {
  curl: (request) => {
    const { method, url, body } = request
    const text = body && JSON.stringify(body)
    // curl takes any method.
    return buildCurl({ method: method as Method, url, headers: headersOf(request), body: text })
  },

  javascript: (request) => {
    const { method, url, body, response } = request
    const options = [
      ...(method === 'GET' ? [] : [`  method: ${quote(method)},`]),
      '  headers: {',
      ...Object.entries(headersOf(request)).map(
        ([name, value]) => `    ${/^\w+$/.test(name) ? name : quote(name)}: ${quote(value)},`,
      ),
      '  },',
      ...(body ? [`  body: JSON.stringify(${literal(body, 1)}),`] : []),
    ]
    const result = {
      json: 'console.log(await response.json())',
      text: 'console.log(await response.text())',
      none: 'console.log(response.status)',
    }
    return `const response = await fetch(${quote(url)}, {
${options.join('\n')}
})
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)
${result[response]}`
  },

  python: (request) => {
    const { method, url, body, response } = request
    const needsJson = body !== undefined || response === 'json'
    const options = [
      `    ${quote(url)},`,
      `    method=${quote(method)},`,
      '    headers={',
      ...Object.entries(headersOf(request)).map(
        ([name, value]) => `        ${quote(name)}: ${quote(value)},`,
      ),
      '    },',
      ...(body ? [`    data=json.dumps(${literal(body, 1, python)}).encode(),`] : []),
    ]
    const result = {
      json: 'print(json.load(response))',
      text: 'print(response.read().decode())',
      none: 'print(response.status)',
    }
    return `${needsJson ? 'import json\n' : ''}import urllib.request

request = urllib.request.Request(
${options.join('\n')}
)
with urllib.request.urlopen(request) as response:
    ${result[response]}`
  },
}

/** A text as a literal of JavaScript and of Python: both know all escapes of JSON. */
const quote = (value: string) => JSON.stringify(value)

interface Notation {
  readonly indent: string
  readonly words: Readonly<Record<string, string>>
}

const javascript: Notation = { indent: '  ', words: {} }
const python: Notation = {
  indent: '    ',
  words: { null: 'None', true: 'True', false: 'False' },
}

/** A value of JSON as a literal of a language, over several lines. */
function literal(value: unknown, depth: number, notation: Notation = javascript): string {
  const { indent, words } = notation
  const lines = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${indent.repeat(depth + 1)}${part},\n`).join('')}${indent.repeat(depth)}${close}`
  const inner = (part: unknown) => literal(part, depth + 1, notation)
  if (Array.isArray(value)) return lines('[', value.map(inner), ']')
  if (isJson(value)) {
    const parts = Object.entries(value).map(([name, part]) => `${quote(name)}: ${inner(part)}`)
    return lines('{', parts, '}')
  }
  const text = JSON.stringify(value) ?? 'null'
  return words[text] ?? text
}
