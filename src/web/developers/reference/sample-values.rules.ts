import { isRecord } from '#client/is-record.ts'
import {
  enumerationOf,
  isEmailPattern,
  isPlain,
  type Json,
  memberOf,
  resolve,
} from './schema-words.rules.ts'

const MAX_DEPTH = 4
/** Nodes of one example: a document may refer to itself. */
const MAX_NODES = 2000

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
  view_id: 'viw',
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
  page: 'posts',
  query: 'status=open',
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

/** Bodies of this server of which the contract alone says too little, by request line. */
const bodies: Readonly<Record<string, Json>> = {
  'PATCH /lists/:list_id/contacts/:contact_id': { fields: { first_name: 'Ada' }, tags: ['vip'] },
  'POST /lists/:list_id/imports': { csv: 'email_address,first_name\nada@example.com,Ada\n' },
  'POST /lists/:list_id/segments': {
    name: 'Example',
    filter: { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 'vip' }] },
  },
  'POST /lists/:list_id/segments/preview': {
    filter: { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 'vip' }] },
  },
  'POST /suppressions': { address: 'ada@example.com', scope: 'workspace' },
  'POST /campaigns/:campaign_id/schedule': { send_at: '2030-01-31T09:00:00Z' },
  'POST /campaigns/:campaign_id/events': {
    events: [
      { id: 'evt_1', type: 'delivered', contact_id: 'con_01hx7k2m', at: '2026-01-31T09:00:00Z' },
    ],
  },
  'POST /boards/:board_id/cards/batch': { ids: ['crd_01hx7k2m'], set: { completed: true } },
  'POST /feedback/posts': { board_id: 'brd_01hx7k2m', title: 'Dark mode' },
  'POST /feedback/posts/:post_id/merge': { into_id: 'pst_01hx7k2m' },
  'POST /feedback/posts/:post_id/votes': { user: { email: 'ada@example.com' } },
  'POST /feedback/users/:user_id/merge': { from_id: 'usr_01hx7k2m' },
  'POST /webhooks': { url: 'https://example.com/hooks', events: ['*'] },
  'PATCH /webhooks/:webhook_id': { url: 'https://example.com/hooks' },
}

interface Making {
  readonly document: unknown
  nodes: number
}

/** The text that a required parameter has in a sample. */
export function exampleOfParameter(name: string, schema: Json, document: unknown): string {
  const value = [exampleOf(name, schema, { document, nodes: 0 }, 0)].flat()[0]
  return isPlain(value) ? String(value) : exampleText(name, {})
}

/** A body that the endpoint accepts; from its schema it has the required fields, and a change has at least one. */
export function exampleBody(requestLine: string, schema: Json, document: unknown): Json {
  const isChange = requestLine.startsWith('PATCH ')
  const derived = exampleObject(schema, { document, nodes: 0 }, 0, isChange)
  const known = memberOf(bodies, requestLine)
  const properties = memberOf(schema, 'properties')
  // Another server may name other fields on the same line.
  const isOurs = isRecord(known) && Object.keys(known).every((name) => memberOf(properties, name))
  return isOurs ? known : derived
}

/** A value that the schema allows and that reads like one of a person. */
function exampleOf(name: string, node: unknown, making: Making, depth: number): unknown {
  const schema = resolve(node, making.document)
  if (depth > MAX_DEPTH || (making.nodes += 1) > MAX_NODES) return null
  const [choice] = enumerationOf(schema)
  if (choice !== undefined) return choice
  const type = [memberOf(schema, 'type')].flat().find((one) => one !== 'null')
  const forms = memberOf(schema, 'anyOf') ?? memberOf(schema, 'oneOf')
  if (Array.isArray(forms)) {
    const form = forms.find((one) => memberOf(resolve(one, making.document), 'type') !== 'null')
    return exampleOf(name, form, making, depth + 1)
  }
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return exampleNumber(schema)
  if (type === 'array')
    return [exampleOf(name.replace(/s$/, ''), memberOf(schema, 'items'), making, depth + 1)]
  if (type === 'object' || memberOf(schema, 'properties') !== undefined)
    return exampleObject(schema, making, depth, false)
  return exampleText(name, schema)
}

function exampleNumber(schema: Json): number {
  const least = memberOf(schema, 'minimum')
  return typeof least === 'number' && least > 1 ? least : 1
}

/** The required fields. Without any, a body shows the first that is no addition, and a change at least one. */
function exampleObject(schema: Json, making: Making, depth: number, isChange: boolean): Json {
  const properties = memberOf(schema, 'properties')
  // As the key of a literal this one would set the prototype.
  const all = Object.entries(properties ?? {}).filter(([name]) => name !== '__proto__')
  const names = new Set([memberOf(schema, 'required')].flat())
  if ((making.nodes += all.length + names.size) > MAX_NODES) return {}
  const required = all.filter(([name]) => names.has(name))
  const isAddition = (node: unknown) =>
    memberOf(resolve(node, making.document), 'x-addition') === true
  const first = all.find(([, node]) => !isAddition(node)) ?? (isChange ? all[0] : undefined)
  const chosen = required.length > 0 || depth > 0 || !first ? required : [first]
  return Object.fromEntries(
    chosen.map(([name, node]) => [name, exampleOf(name, node, making, depth + 1)]),
  )
}
