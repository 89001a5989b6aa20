import type { RequestLine } from '#contract/request-line.ts'

/** What a request did. zod-free: the dashboard imports this file at run time. */
export const auditKinds = [
  'created',
  'updated',
  'deleted',
  'restored',
  'moved',
  'imported',
  'exported',
  'merged',
  'unmerged',
  'enrolled',
  'scheduled',
  'sent',
  'canceled',
  'published',
  'unpublished',
  'revoked',
  'rotated',
  'tested',
  'redelivered',
  'recovered',
  'replayed',
  'skipped',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** The type of resource that each path is about, without the ids in it. */
const typesByPath = {
  '/boards': 'board',
  '/boards/lists': 'board_list',
  '/boards/labels': 'label',
  '/boards/cards': 'card',
  '/cards': 'card',
  '/lists': 'list',
  '/lists/contacts': 'contact',
  '/lists/imports': 'contact_import',
  '/lists/segments': 'segment',
  '/lists/tags': 'tag',
  '/suppressions': 'suppression',
  '/campaigns': 'campaign',
  '/automations': 'automation',
  '/automations/enroll': 'enrollment',
  '/automations/enrollments': 'enrollment',
  '/feedback/boards': 'feedback_board',
  '/feedback/statuses': 'post_status',
  '/feedback/tags': 'post_tag',
  '/feedback/posts': 'post',
  '/feedback/posts/votes': 'vote',
  '/feedback/posts/comments': 'comment',
  '/feedback/users': 'portal_user',
  '/feedback/users/merge': 'portal_user',
  '/feedback/changelog/entries': 'changelog_entry',
  '/feedback/changelog/labels': 'changelog_label',
  '/feedback/changelog/subscribers': 'changelog_subscriber',
  '/workspace': 'workspace',
  '/members': 'member',
  '/api-keys': 'api_key',
  '/views': 'view',
  '/webhooks': 'webhook',
  '/webhooks/deliveries': 'delivery',
} as const
export type AuditType = (typeof typesByPath)[keyof typeof typesByPath]

type Fields = Readonly<Record<string, unknown>>

/** The kind of an endpoint, which may depend on input and output; false where a request changes nothing. */
export type AuditOption = AuditKind | false | ((input: Fields, output: Fields) => AuditKind)

/** What the requests of one endpoint are recorded as. */
interface AuditRule {
  readonly kind: Exclude<AuditOption, false>
  readonly type: AuditType
  /** The path parameter with the id of the resource; without one, the response has the id. */
  readonly idParam: string | undefined
  readonly parentParam: string | undefined
}

export interface AuditAct {
  readonly kind: AuditKind
  readonly resource_type: AuditType
  /** Null for several resources. */
  readonly resource_id: string | null
  /** The resource that contains it, by the path of the request. */
  readonly parent_id: string | null
  /** How many resources a request about several of them changed; null for one. */
  readonly count: number | null
}

/** As much of a row of the contract as the audit log depends on. */
interface AuditedRow {
  readonly audit?: AuditOption
  readonly media_types?: readonly string[]
}

const kindsByMethod = {
  GET: 'exported',
  POST: 'created',
  PATCH: 'updated',
  DELETE: 'deleted',
} as const

/** The rule of an endpoint; undefined for one that only reads. Throws a `TypeError` where the path does not say what it does. */
export function auditRuleOf(
  { method, path }: RequestLine,
  { audit, media_types }: AuditedRow,
): AuditRule | undefined {
  if (audit === false || (method === 'GET' && media_types === undefined)) return undefined
  const segments = path.split('/').slice(1)
  const target = findTarget(segments)
  const isAction = method !== 'GET' && target.length < segments.length
  if (target.length === 0 || (isAction && audit === undefined))
    throw new TypeError(`${method} ${path} needs \`audit\`, and its resource a line in typesByPath`)
  const params = target.filter(isParam).map((segment) => segment.slice(1))
  const idParam = isParam(target.at(-1) ?? '') ? params.at(-1) : undefined
  return {
    kind: audit ?? kindsByMethod[method],
    type: typesByPath[pathOf(target) as keyof typeof typesByPath], // `findTarget` looked it up
    idParam,
    parentParam: params.at(idParam === undefined ? -1 : -2),
  }
}

const isParam = (segment: string) => segment.startsWith(':')
const pathOf = (segments: readonly string[]) =>
  segments
    .filter((segment) => !isParam(segment))
    .map((segment) => `/${segment}`)
    .join('')

/** The longest start of the path that names a resource: `/cards/:card_id` of `/cards/:card_id/move`. */
function findTarget(segments: readonly string[]): readonly string[] {
  if (segments.length === 0 || Object.hasOwn(typesByPath, pathOf(segments))) return segments
  return findTarget(segments.slice(0, -1))
}

/** What a successful request did; undefined when it changed nothing, such as a dry run. */
export function describeAct(
  rule: AuditRule,
  input: Fields,
  result: { readonly output: unknown; readonly existed: boolean },
): AuditAct | undefined {
  const output: Fields = Object(result.output)
  const count = countOf(output)
  if (input['dry_run'] === true || count === 0) return undefined
  const kind = typeof rule.kind === 'string' ? rule.kind : rule.kind(input, output)
  // A deletion must be found as one.
  const isImport = input['import'] === true && kind !== 'deleted'
  return {
    kind: isImport ? 'imported' : kind === 'created' && result.existed ? 'updated' : kind,
    resource_type: rule.type,
    // A merge of two people removes the one of the body, and a tag is identified by its name.
    resource_id: idOf(
      rule.idParam ? input[rule.idParam] : (input['from_id'] ?? output['id'] ?? output['name']),
    ),
    parent_id: rule.parentParam === undefined ? null : idOf(input[rule.parentParam]),
    count,
  }
}

const idOf = (value: unknown) => (typeof value === 'string' ? value : null)

function countOf({ results, count }: Fields): number | null {
  if (Array.isArray(results))
    return results.filter((result: { status: number }) => result.status < 400).length
  return typeof count === 'number' ? count : null
}
