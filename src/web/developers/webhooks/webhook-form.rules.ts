import type { ApiError } from '#client/api-error.ts'
import type { Webhook } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { webhookFormText as text } from '#web/messages/en/webhooks.ts'

export interface HeaderRow {
  /** Of this row while it is edited. */
  readonly key: number
  readonly name: string
  readonly value: string
  /** Its value is stored and hidden; it is kept. */
  readonly isStored: boolean
}

export const filterNames = ['list_ids', 'board_ids', 'feedback_board_ids'] as const
type FilterName = (typeof filterNames)[number]

/** What a person edits of a webhook. */
export interface WebhookContent {
  readonly url: string
  readonly description: string
  readonly isEverything: boolean
  /** With everything, those of internal notes alone. */
  readonly kinds: readonly string[]
  readonly format: Webhook['format']
  readonly filter: Readonly<Record<FilterName, readonly string[]>>
  readonly ignore_api: boolean
  readonly headers: readonly HeaderRow[]
}

export const MAX_HEADERS = 10

/** They are sent only where they are named. */
export const isInternal = (kind: string) => kind.startsWith('comment.internal_')

/** Kinds as the server has named them. */
export const asKinds = (kinds: readonly string[]) => [...kinds] as Input<'POST /webhooks'>['events']

export const contentOf = (webhook?: Webhook): WebhookContent => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  isEverything: webhook?.events.includes('*') ?? true,
  kinds: webhook?.events.filter((kind) => kind !== '*') ?? [],
  format: webhook?.format ?? 'standard',
  filter: {
    list_ids: webhook?.filter.list_ids ?? [],
    board_ids: webhook?.filter.board_ids ?? [],
    feedback_board_ids: webhook?.filter.feedback_board_ids ?? [],
  },
  ignore_api: webhook?.ignore_api ?? false,
  headers: Object.entries(webhook?.headers ?? {}).map(([name, value], key) => ({
    key,
    name,
    value,
    isStored: true,
  })),
})

/** The fields as the API has them. A stored header keeps its masked value. */
export function fieldsOf(content: WebhookContent) {
  const kinds = content.isEverything ? ['*', ...content.kinds.filter(isInternal)] : content.kinds
  return {
    url: content.url.trim(),
    description: content.description.trim() || null,
    events: [...kinds],
    format: content.format,
    filter: Object.fromEntries(
      filterNames
        .filter((name) => content.filter[name].length > 0)
        .map((name) => [name, [...content.filter[name]]]),
    ),
    ignore_api: content.ignore_api,
    headers: Object.fromEntries(
      usedHeaders(content).map(({ name, value }) => [name.trim(), value]),
    ),
  }
}

const usedHeaders = ({ headers }: WebhookContent) =>
  headers.filter(({ name, value }) => name.trim() !== '' || value !== '')

/** The fields of the content that differ from those of the webhook. */
export function changesOf(webhook: Webhook, content: WebhookContent) {
  const before = fieldsOf(contentOf(webhook))
  const after = fieldsOf(content)
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(new Map(Object.entries(before)).get(name)),
    ),
  ) as Partial<typeof after> // the entries are fields of it
}

/** Whether nothing is typed or chosen. A space at the end is typed, and so is a row without a name. */
export const isUntouched = (webhook: Webhook, content: WebhookContent) =>
  JSON.stringify(inOrder(contentOf(webhook))) === JSON.stringify(inOrder(content))

/** Of what was removed and chosen again the order is another one. */
const inOrder = ({ kinds, filter, ...content }: WebhookContent) => ({
  ...content,
  kinds: kinds.toSorted(),
  filter: filterNames.map((name) => filter[name].toSorted()),
})

/** What was changed since `request` was sent, as a change of the webhook that was saved with it. */
export function rebaseContent(
  request: WebhookContent,
  current: WebhookContent,
  webhook: Webhook,
): WebhookContent {
  const before = new Map<string, unknown>(Object.entries(request))
  const newer = Object.entries(current).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  )
  return {
    ...contentOf(webhook),
    ...Object.fromEntries(newer),
    headers: rebaseHeaders(request.headers, current.headers, webhook),
  }
}

function rebaseHeaders(
  request: readonly HeaderRow[],
  current: readonly HeaderRow[],
  webhook: Webhook,
): readonly HeaderRow[] {
  const nameOf = ({ name }: HeaderRow) => name.trim().toLowerCase()
  const rowOf = (rows: readonly HeaderRow[], row: HeaderRow) =>
    rows.find((one) => nameOf(one) === nameOf(row))
  const typed = current.filter((row) => !row.isStored && !request.includes(row))
  const stored = contentOf(webhook)
    // Neither replaced nor removed since.
    .headers.filter((row) => !rowOf(typed, row) && (rowOf(current, row) || !rowOf(request, row)))
    // The focus may be in one of them; a key of its own where there is none.
    .map((row, at) => ({ ...row, key: rowOf(current, row)?.key ?? -1 - at }))
  return [...stored, ...typed]
}

/** Headers whose stored value a change removes or replaces: nobody can read it to restore it. */
export function lostHeaders(webhook: Webhook, { headers }: WebhookContent): readonly string[] {
  const kept = headers.filter(({ isStored }) => isStored).map(({ name }) => name)
  return Object.keys(webhook.headers).filter((name) => !kept.includes(name))
}

/** Whether the stored values must be entered again: the service sends them to no other host than they were entered for. */
export function needsValues(
  before: Webhook | undefined,
  { url, headers }: WebhookContent,
): boolean {
  if (!before || !URL.canParse(url.trim()) || !headers.some(({ isStored }) => isStored))
    return false
  return new URL(url.trim()).origin !== new URL(before.url).origin
}

/**
 * Texts of errors by place: `url`, `events`, `secret`, `headers`, or `header-3` and `value-3` for the name and the value
 * of the row with that key.
 */
export type FormIssues = Partial<Record<string, string>>

/** What is wrong before anything is sent. `before` is the webhook that is edited. */
export function checkContent(content: WebhookContent, before?: Webhook, secret = ''): FormIssues {
  const issues: FormIssues = {}
  if (needsValues(before, content))
    for (const { key, isStored } of content.headers)
      if (isStored) issues[`value-${key}`] = text.valueRequired
  const url = content.url.trim()
  if (url === '') issues['url'] = text.urlRequired
  else if (!/^https?:\/\/./i.test(url) || !URL.canParse(url)) issues['url'] = text.urlInvalid
  if (!content.isEverything && content.kinds.length === 0) issues['events'] = text.eventsRequired
  const names = new Set<string>()
  for (const { key, name } of usedHeaders(content)) {
    const lower = name.trim().toLowerCase()
    if (lower === '') issues[`header-${key}`] = text.headerNameRequired
    else if (names.has(lower)) issues[`header-${key}`] = text.headerTwice
    names.add(lower)
  }
  if (secret !== '' && !/^[\x21-\x7e]{24,256}$/.test(secret)) issues['secret'] = text.secretInvalid
  return issues
}

/** Errors of the server at their fields, by JSON pointer. The first of a field counts. */
export function placeErrors(error: ApiError | null, { headers }: WebhookContent): FormIssues {
  const issues: FormIssues = {}
  if (error?.code !== 'validation_error') return issues
  for (const { field, code, message } of error.details) {
    const [name = '', part] = field
      .replace(/^\//, '')
      .split('/')
      .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))
    const named = headers.find((header) => header.name.trim() === part)
    const stored = headers.find(({ isStored }) => isStored)
    let place = name
    if (name === 'headers' && named) place = `header-${named.key}`
    if (code === 'values_required' && stored) place = `value-${stored.key}`
    issues[place] ??= message
  }
  return issues
}
