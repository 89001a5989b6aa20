import type { Item } from '#client/paginate.ts'
import { auditKinds } from '#contract/developers/audit.rules.ts'
import { auditText as text } from '#web/messages/en/audit.ts'
import { paths } from '#web/paths.ts'
import { periodOf, valuesOf } from '#web/session/realtime/live-filter.rules.ts'
import { shortenId } from '#web/ui/format.ts'

export type AuditItem = Item<'GET /audit-log'>

/** Of the URL; what no server understands is omitted. */
export function parseAuditFilter(url: URLSearchParams) {
  const kinds = valuesOf(url, 'kind')
  return {
    key_id: valuesOf(url, 'key_id').filter((one) => /^\w{1,64}$/.test(one)),
    kind: auditKinds.filter((one) => kinds.includes(one)),
    since: periodOf(url, text.since.options),
  }
}

interface NamedKey {
  readonly id: string
  readonly name: string
}
type KeyNames = ReadonlyMap<string, string>

/** All names known so far by key id, also those of revoked keys; the same map when nothing is new. */
export function mergeKeyNames(
  known: KeyNames,
  keys: readonly NamedKey[],
  rows: readonly Pick<AuditItem, 'key'>[],
): KeyNames {
  // The newest entry has the latest name of a revoked key.
  const named = [...rows.map(({ key }) => key).toReversed(), ...keys]
  const names = new Map([...known, ...named.map(({ id, name }) => [id, name] as const)])
  return [...names].every(([id, name]) => known.get(id) === name) ? known : names
}

/** Stands for the command line in the contract, which is no key. */
const COMMAND_LINE = 'key_command_line'

/** The known keys and the command line by name, with those of the URL. Until all are loaded, none of them is unknown. */
export function buildKeyOptions(
  known: KeyNames,
  values: readonly string[],
  isLoaded: boolean,
): readonly { readonly value: string; readonly label: string }[] {
  const format = isLoaded ? text.unknownKey : (id: string) => id
  const names = new Map([
    ...values.map((id) => [id, format(shortenId(id))] as const),
    [COMMAND_LINE, text.commandLine],
    ...known,
  ])
  const isShared = (name: string) => [...names.values()].filter((one) => one === name).length > 1
  return [...names]
    .map(([value, name]) => ({
      value,
      label: isShared(name) ? text.sharedName(name, shortenId(value)) : name,
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

const lookUp = <Value>(table: Readonly<Record<string, Value>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** "Created card" or "Deleted 12 contacts"; a kind or type of a newer server as it is spelled. */
export function formatAction({ kind, resource }: Pick<AuditItem, 'kind' | 'resource'>): string {
  const { type, id, count } = resource
  const kindLabel = lookUp<string>(text.kinds, kind) ?? kind
  const typeLabel = lookUp(text.types, type) ?? { one: type, other: type }
  if (id === null && count !== null) return text.many(kindLabel, count, typeLabel)
  const name = `${type} ${kind}`
  const action = lookUp(text.actions, name) ?? text.action(kindLabel, typeLabel.one)
  if (count === null) return action
  return text.withCount(lookUp(text.countedActions, name) ?? action, count)
}

const pages: Readonly<
  Record<string, (id: string, parent_id: string | null) => string | undefined>
> = {
  board: (id) => paths.board(id),
  card: (id) => paths.cardById(id),
  list: (id) => paths.list(id),
  contact: (id, parent_id) => ifKnown(parent_id, (list_id) => paths.contact(list_id, id)),
  segment: (id, parent_id) => ifKnown(parent_id, (list_id) => paths.segment(list_id, id)),
  campaign: (id) => paths.campaign(id),
  automation: (id) => paths.automation(id),
  feedback_board: () => paths.feedbackSetup(),
  post_status: () => paths.feedbackSetup('statuses'),
  post_tag: () => paths.feedbackSetup('tags'),
  post: (id) => paths.post(id),
  portal_user: (id) => paths.person(id),
  changelog_entry: (id) => paths.entry(id),
  changelog_subscriber: () => paths.subscribers(),
  api_key: () => paths.keys(),
  webhook: (id) => paths.webhook(id),
  delivery: (id, parent_id) => ifKnown(parent_id, (webhook_id) => paths.delivery(webhook_id, id)),
}

/** What contains resources without a page. */
const parentPages: Readonly<Record<string, (parent_id: string) => string>> = {
  board_list: paths.board,
  label: paths.board,
  card: paths.board,
  contact: paths.list,
  contact_import: paths.list,
  tag: paths.list,
  segment: paths.list,
  enrollment: paths.automation,
  portal_user: (id) => paths.person(id),
  vote: (id) => paths.post(id),
  comment: (id) => paths.post(id),
}

const ifKnown = (id: string | null, path: (id: string) => string) =>
  id === null ? undefined : path(id)

interface AuditTarget {
  readonly id: string
  /** Says so where the id is that of what contains the resources. */
  readonly label: string
  /** Where the dashboard has a page of it. */
  readonly to: string | undefined
}

/** What a request was about: the resource, or what contains the many of a batch. */
export function findTarget({
  kind,
  resource: { type, id, parent_id },
}: Pick<AuditItem, 'kind' | 'resource'>): AuditTarget | undefined {
  const parentTo =
    ifKnown(parent_id, (known) => lookUp(parentPages, type)?.(known) ?? '') || undefined
  if (id === null)
    return parent_id === null
      ? undefined
      : { id: parent_id, label: text.inside(shortenId(parent_id)), to: parentTo }
  // Of two merged people the one that is named is gone; a merged post stays.
  const isGone =
    kind === 'deleted' || kind === 'revoked' || (kind === 'merged' && type === 'portal_user')
  const to = isGone ? undefined : lookUp(pages, type)?.(id, parent_id)
  // The id of a contact tag is its name.
  return { id, label: type === 'tag' ? id : shortenId(id), to: to ?? parentTo }
}
