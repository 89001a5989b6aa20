import { buildCurl } from '#client/curl.ts'
import { isRecord } from '#client/is-record.ts'
import type { Method } from '#contract/request-line.ts'
import { type Endpoint, type EndpointDetails, isText, type Parameter } from './reference.rules.ts'
import { exampleBody, exampleOfParameter } from './sample-values.rules.ts'
import { type Json, memberOf } from './schema-words.rules.ts'

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

/** The value that a person has typed, if it can be sent: an empty segment, or one of dots, would be another path. */
export function typedValue(parameter: Pick<Parameter, 'place' | 'name'>, values: Values) {
  const value = memberOf(values, valueKey(parameter))
  if (typeof value !== 'string' || value === '') return undefined
  return parameter.place === 'path' && /^\.{1,2}$/.test(value) ? undefined : value
}

/** Path and query with the values of a person; of what they left empty examples where it is required, if any. */
export function buildPath(
  { template }: Pick<Endpoint, 'template'>,
  { parameters }: Pick<EndpointDetails, 'parameters'>,
  values: Values,
  document: unknown,
): string {
  const query = new URLSearchParams()
  const filled = new Map<string, string>()
  for (const parameter of parameters) {
    const { name, place, isRequired, schema } = parameter
    const example = () => (isRequired ? exampleOfParameter(name, schema, document) : undefined)
    const text = typedValue(parameter, values) ?? example()
    if (text === undefined) continue
    if (place === 'path') filled.set(name, encodeURIComponent(text))
    if (place === 'query') query.append(name, text)
  }
  const whole = template.replaceAll(
    /\{([^{}/]+)\}/g,
    (part, name: string) => filled.get(name) ?? part,
  )
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
  const example = body && exampleBody(endpoint.id, body.schema, document)
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
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([name, part]) => `${quote(name)}: ${inner(part)}`)
    return lines('{', parts, '}')
  }
  const text = JSON.stringify(value) ?? 'null'
  return words[text] ?? text
}
