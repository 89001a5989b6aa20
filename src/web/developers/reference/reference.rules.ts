import { isRecord } from '#client/is-record.ts'
import { type ErrorCode, statusOf } from '#contract/errors.ts'
import { errorCodeText, referenceTopics } from '#web/messages/en/reference-topics.ts'
import { referenceText as text } from '#web/messages/en/reference.ts'
import {
  choicesOf,
  cutText,
  type FieldRow,
  formatType,
  type Json,
  listFields,
  type Mark,
  markOf,
  memberOf,
  once,
  type Reading,
  resolve,
} from './schema-words.rules.ts'

/** What the list shows of an endpoint; `describeEndpoint` reads the rest. */
export interface Endpoint extends Mark {
  /** The request line, such as `GET /cards/:card_id`. */
  readonly id: string
  readonly method: string
  readonly path: string
  /** The path as the document has it, with parameters in braces. */
  readonly template: string
  readonly summary: string
  readonly scope: string | undefined
  readonly resource: Resource
  readonly operation: Json
  /** Parameters of all methods of the path. */
  readonly shared: unknown
}

type Area = keyof typeof text.areas
type Resource = keyof typeof text.resources
export type TopicId = keyof typeof referenceTopics

// The keys of a literal are its names.
const topicIds = Object.keys(referenceTopics) as readonly TopicId[]
export const isTopicId = (id: string): id is TopicId => Object.hasOwn(referenceTopics, id)

/** The first that matches the path decides. In the order of the list, but for the more specific ones of an area. */
const resources: readonly (readonly [Resource, Area, RegExp])[] = [
  ['lists', 'email', /^\/lists(\/:[^/]+)?$/],
  ['contacts', 'email', /^\/lists\/:[^/]+\/(contacts|imports|export)(\/|$)/],
  ['tags', 'email', /^\/lists\/:[^/]+\/tags(\/|$)/],
  ['segments', 'email', /^\/lists\/:[^/]+\/segments(\/|$)/],
  ['campaigns', 'email', /^\/campaigns(\/|$)/],
  ['automations', 'email', /^\/automations(\/|$)/],
  ['suppressions', 'email', /^\/suppressions(\/|$)/],
  ['boards', 'tasks', /^\/boards(\/:[^/]+(\/(?!cards(\/|$)).*)?)?$/],
  ['cards', 'tasks', /^\/(boards\/:[^/]+\/cards|cards)(\/|$)/],
  ['posts', 'feedback', /^\/feedback\/posts(\/similar|\/:[^/]+(\/(?!votes|comments).*)?)?$/],
  ['votes', 'feedback', /^\/feedback\/posts\/:[^/]+\/votes(\/|$)/],
  ['comments', 'feedback', /^\/feedback\/posts\/:[^/]+\/comments(\/|$)/],
  ['users', 'feedback', /^\/feedback\/users(\/|$)/],
  ['changelog', 'feedback', /^\/feedback\/changelog(\/|$)/],
  ['setup', 'feedback', /^\/feedback\/(boards|statuses|tags)(\/|$)/],
  ['workspace', 'developers', /^\/(me|workspace|members|search|openapi\.json)(\/|$)/],
  ['keys', 'developers', /^\/api-keys(\/|$)/],
  ['events', 'developers', /^\/(events|event-kinds)(\/|$)/],
  ['views', 'developers', /^\/views(\/|$)/],
  ['webhooks', 'developers', /^\/webhooks(\/|$)/],
  ['audit', 'developers', /^\/audit-log(\/|$)/],
  ['other', 'developers', /^/],
]

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const MAX_ENDPOINTS = 2000
const MAX_LENGTH = 1000
const MAX_PARAMETERS = 100
const MAX_MEDIA = 20
/** Nodes that the search reads of a whole document; the endpoints after those are found by line and summary. */
const MAX_NODES = 200_000

const textOf = (value: unknown) => (typeof value === 'string' ? cutText(value, MAX_LENGTH) : '')

/** The endpoints of an OpenAPI document in reading order; none where it is not one. Any server may have written it. */
export function parseReference(document: unknown): readonly Endpoint[] {
  const paths = memberOf(document, 'paths')
  if (!isRecord(paths)) return []
  const endpoints = Object.entries(paths)
    .slice(0, MAX_ENDPOINTS)
    .flatMap(([place, item]) =>
      methods.flatMap((method) => {
        const operation = memberOf(item, method)
        return place.startsWith('/') && place.length <= MAX_LENGTH && isRecord(operation)
          ? [parseEndpoint(method, place, operation, memberOf(item, 'parameters'))]
          : []
      }),
    )
    .slice(0, MAX_ENDPOINTS)
  const unique = new Map<string, Endpoint>()
  for (const endpoint of endpoints) if (!unique.has(endpoint.id)) unique.set(endpoint.id, endpoint)
  const order = new Map(resources.map(([name], index) => [name, index]))
  const rank = ({ resource }: Endpoint) => order.get(resource) ?? 0
  return [...unique.values()].toSorted((one, other) => rank(one) - rank(other))
}

function parseEndpoint(verb: string, template: string, operation: Json, shared: unknown): Endpoint {
  const method = verb.toUpperCase()
  // A part of a segment stays in braces.
  const path = template.replaceAll(/(?<=\/)\{([^{}/]+)\}(?=\/|$)/g, ':$1')
  const [security] = [memberOf(operation, 'security')].flat()
  const [scope] = isRecord(security) ? [Object.values(security)[0]].flat() : []
  return {
    id: `${method} ${path}`,
    method,
    path,
    template,
    summary: textOf(memberOf(operation, 'summary')),
    scope: typeof scope === 'string' ? textOf(scope) : undefined,
    resource: resources.find(([, , pattern]) => pattern.test(path))?.[0] ?? 'other',
    operation,
    shared,
    ...markOf(operation),
  }
}

export interface Parameter extends Mark {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly type: string
  readonly description: string
  readonly isRequired: boolean
  /** To choose from. */
  readonly choices: readonly string[] | undefined
  readonly schema: Json
}

interface EndpointStatus extends Mark {
  readonly status: string
  /** Undefined for a success. */
  readonly code: string | undefined
  readonly meaning: string
}

interface Body {
  readonly schema: Json
  readonly fields: readonly FieldRow[]
  readonly omitted: number
  readonly isRequired: boolean
}

export interface EndpointDetails {
  readonly parameters: readonly Parameter[]
  readonly body: Body | undefined
  /** `media` is undefined for a response without a body. */
  readonly response: { readonly media: readonly string[]; readonly type: string } & Omit<
    Body,
    'isRequired' | 'schema'
  >
  readonly statuses: readonly EndpointStatus[]
}

const details = new WeakMap<Endpoint, EndpointDetails>()

/** The section of an endpoint; read once. */
export function describeEndpoint(
  endpoint: Endpoint,
  document: unknown,
  reading: Reading = { document, nodes: 0 },
): EndpointDetails {
  const known = details.get(endpoint)
  if (known) return known
  const { operation } = endpoint
  const description: EndpointDetails = {
    parameters: parametersOf(endpoint, reading),
    body: bodyOf(operation, reading),
    response: responseOf(operation, reading),
    statuses: statusesOf(operation, document),
  }
  details.set(endpoint, description)
  return description
}

const isPlace = (place: unknown): place is Parameter['place'] =>
  place === 'path' || place === 'query' || place === 'header'

/** Those of the operation come before those of its path, and what the path names is a parameter anyway. */
function parametersOf({ operation, shared, template }: Endpoint, reading: Reading) {
  const nodes = [memberOf(operation, 'parameters'), shared].flat().slice(0, MAX_PARAMETERS)
  const names = template.matchAll(/\{([^{}/]+)\}/g)
  const undeclared = [...names].map(([, name]) => ({
    name,
    in: 'path',
    schema: { type: 'string' },
  }))
  const all = [...nodes, ...undeclared].flatMap((node) => parameterOf(node, reading))
  const isSame = (one: Parameter, other: Parameter) =>
    one.place === other.place && one.name === other.name
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at)
}

function parameterOf(node: unknown, reading: Reading): readonly Parameter[] {
  const parameter = resolve(node, reading.document)
  const [name, place] = [textOf(memberOf(parameter, 'name')), memberOf(parameter, 'in')]
  if (name === '' || !isPlace(place)) return []
  const schema = resolve(memberOf(parameter, 'schema'), reading.document)
  const readType = once(() => formatType(schema, reading, place === 'query'))
  return [
    {
      name,
      place,
      get type() {
        return readType()
      },
      description: textOf(memberOf(parameter, 'description')),
      isRequired: place === 'path' || memberOf(parameter, 'required') === true,
      choices: parameterChoices(schema, reading.document),
      schema,
      ...markOf(parameter),
    },
  ]
}

/** A flag of a query is a text or a boolean. */
function parameterChoices(schema: Json, document: unknown): readonly string[] | undefined {
  const forms = [memberOf(schema, 'anyOf') ?? schema].flat().slice(0, MAX_MEDIA)
  return forms.map((form) => choicesOf(resolve(form, document))).find(Boolean)
}

const contentOf = (node: unknown) => {
  const content = memberOf(node, 'content')
  return isRecord(content) ? Object.entries(content).slice(0, MAX_MEDIA) : []
}
const isJsonType = (type: string) => /[/+]json\b/.test(type)

function bodyOf(operation: Json, reading: Reading): Body | undefined {
  const { document } = reading
  const request = resolve(memberOf(operation, 'requestBody'), document)
  const [, media] = contentOf(request).find(([type]) => isJsonType(type)) ?? []
  if (media === undefined) return undefined
  const schema = resolve(memberOf(media, 'schema'), document)
  const isRequired = memberOf(request, 'required') === true
  return { schema, isRequired, ...listFields(schema, reading) }
}

/** Statuses with their responses, in the order of their numbers. */
const responsesOf = (operation: Json, document: unknown) =>
  Object.entries(memberOf(operation, 'responses') ?? {})
    .filter(([status]) => /^[1-5]\d\d$/.test(status))
    .map(([status, node]) => [status, resolve(node, document)] as const)

function responseOf(operation: Json, reading: Reading): EndpointDetails['response'] {
  const success = responsesOf(operation, reading.document).find(([status]) =>
    status.startsWith('2'),
  )?.[1]
  const content = contentOf(success)
  const media = content.map(([type]) => textOf(type))
  const schema = memberOf(content.find(([type]) => isJsonType(type))?.[1], 'schema')
  if (schema === undefined) return { media, type: text.types.string, fields: [], omitted: 0 }
  return { media, type: formatType(schema, reading), ...listFields(schema, reading) }
}

/** Whether the response can be shown: what is no JSON is downloaded. */
export const isText = ({ response }: EndpointDetails) =>
  response.media.length > 0 && !response.media.some(isJsonType)

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(statusOf, code)

function statusesOf(operation: Json, document: unknown): readonly EndpointStatus[] {
  return responsesOf(operation, document).map(([status, response]) => {
    const description = textOf(memberOf(response, 'description'))
    const mark = markOf(response)
    if (Number(status) < 400)
      return { status, code: undefined, meaning: successMeaning(status), ...mark }
    const code = /^[a-z]+(?:_[a-z]+)*(?=:|$)/.exec(description)?.[0]
    if (code === undefined) return { status, code, meaning: description, ...mark }
    const meaning = isErrorCode(code) ? errorCodeText[code][0] : description
    return {
      status,
      code,
      meaning: status === '400' ? text.statuses.unparsable : meaning,
      ...mark,
    }
  })
}

function successMeaning(status: string): string {
  const meanings: Partial<Record<string, string>> = {
    201: text.statuses.created,
    202: text.statuses.accepted,
    204: text.statuses.empty,
    304: text.statuses.unchanged,
  }
  return meanings[status] ?? text.statuses.success
}

/** Names with their types below each other, indented as in the body. */
export function formatOutline(fields: readonly FieldRow[]): string {
  const names = fields.map(({ name, depth }) => `${'  '.repeat(depth)}${name}`)
  const width = Math.min(32, Math.max(0, ...names.map((name) => name.length)))
  return fields
    .map(({ type, isAddition }, at) => {
      const words = isAddition ? text.types.addition(type, text.addition) : type
      return `${(names[at] ?? '').padEnd(width)}  ${words}`
    })
    .join('\n')
}

export type ListItem =
  | { readonly kind: 'group'; readonly id: string; readonly title: string }
  | { readonly kind: 'topic'; readonly id: TopicId }
  | { readonly kind: 'endpoint'; readonly id: string; readonly endpoint: Endpoint }

interface Indexed {
  readonly item: ListItem
  readonly group: string
  /** In lower case; all that a search may find. */
  readonly words: string
}

/** What the page shows of a document, with its index. */
export interface Reference {
  readonly document: unknown
  readonly endpoints: readonly Endpoint[]
  readonly index: readonly Indexed[]
}

/** Undefined for what describes no endpoint, or cannot be read at all. */
export function readReference(document: unknown): Reference | undefined {
  try {
    const endpoints = parseReference(document)
    if (endpoints.length === 0) return undefined
    return { document, endpoints, index: buildSearchIndex(endpoints, document) }
  } catch {
    return undefined // whoever wrote it must not take the page away
  }
}

/** Reads the document once, so that a key press only compares texts. */
export function buildSearchIndex(
  endpoints: readonly Endpoint[],
  document: unknown,
): readonly Indexed[] {
  const topics = topicIds.map((id): Indexed => {
    const { title, summary, paragraphs, additions } = referenceTopics[id]
    const codes = id === 'errors' ? Object.entries(errorCodeText).flat(2) : []
    const words = [title, summary, ...paragraphs, ...additions, ...codes].join('\n').toLowerCase()
    return { item: { kind: 'topic', id }, group: text.guide, words }
  })
  const areas = new Map(resources.map(([name, area]) => [name, area]))
  let nodes = 0
  const wordsOf = (endpoint: Endpoint) => {
    if (nodes > MAX_NODES) return lineWords(endpoint)
    const reading = { document, nodes: 0 }
    const words = fieldWords(describeEndpoint(endpoint, document, reading))
    nodes += reading.nodes
    return [...lineWords(endpoint), ...words]
  }
  const rows = endpoints.map((endpoint): Indexed => {
    const { id, resource } = endpoint
    const area = text.areas[areas.get(resource) ?? 'developers']
    const words = wordsOf(endpoint).join('\n').toLowerCase()
    const group = `${area} · ${text.resources[resource]}`
    return { item: { kind: 'endpoint', id, endpoint }, group, words }
  })
  return [...topics, ...rows]
}

const lineWords = ({ id, summary, capability = '' }: Endpoint): readonly string[] => [
  id,
  id.replaceAll(/:(\w+)/g, '{$1}'),
  summary,
  capability,
]

function fieldWords({ parameters, body, response, statuses }: EndpointDetails): readonly string[] {
  const fields = [...parameters, ...(body?.fields ?? []), ...response.fields]
  return [
    ...new Set(fields.map(({ name }) => name)),
    ...new Set(statuses.map(({ code = '' }) => code)),
  ]
}

/** The rows of the list: groups with what has every word of the query. */
export function searchReference(index: readonly Indexed[], query: string): readonly ListItem[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = index.filter(({ words }) => wanted.every((word) => words.includes(word)))
  return found.flatMap(({ item, group }, at) =>
    group === found[at - 1]?.group
      ? [item]
      : [{ kind: 'group', id: group, title: group } as const, item],
  )
}

/** What the address opens. */
export type Open = { readonly endpoint: string } | { readonly topic: TopicId }

/** The query string of a section, with the search that led to it. Slashes and colons stay as they are. */
export function formatSearch(open: Open | undefined, query: string): string {
  const values = Object.entries({ ...open, ...(query && { q: query }) })
  const parts = values.map(([name, value]) => `${name}=${encodeValue(value)}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

const encodeValue = (value: string) =>
  encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':')
