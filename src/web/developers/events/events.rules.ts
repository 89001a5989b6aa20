import { paths } from '#web/paths.ts'

/** An event of the feed, which may have more fields. */
export interface FeedEvent {
  readonly id: string
  readonly event: string
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
}

/** More would only be memory; a workspace may have a hundred thousand in 7 days. */
export const MAX_EVENTS = 10_000

/** The kinds of the URL; what no server understands is omitted. */
export const parseKinds = (url: URLSearchParams): readonly string[] =>
  (url.get('kinds') ?? '').split(',').filter((one) => /^[a-z_]+\.[a-z_]+$/.test(one))

/** As the feed filters: without kinds everything but internal comments, which must be named. */
export const matchesKinds = ({ event }: FeedEvent, kinds: readonly string[]): boolean =>
  kinds.length === 0 ? !event.startsWith('comment.internal_') : kinds.includes(event)

/** Newest first, each once, and at most `MAX_EVENTS`. Both inputs are oldest first, as the feed is. */
export function mergeEvents(
  earlier: readonly FeedEvent[],
  live: readonly FeedEvent[],
): readonly FeedEvent[] {
  const byId = new Map([...earlier, ...live].map((one) => [one.id, one]))
  return [...byId.values()].slice(-MAX_EVENTS).reverse()
}

interface EventResource {
  /** A name or an id. */
  readonly label: string
  /** Where the dashboard has a page of it. */
  readonly to: string | undefined
}

const deleted = /\.(?:deleted|merged)$/

/** What an event is about. */
export function describeResource({ event, data }: FeedEvent): EventResource | undefined {
  const text = (name: string) => {
    const value = data[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const id = text('id')
  const label =
    text('name') ??
    text('title') ??
    text('email_address') ??
    text('email') ??
    text('url') ??
    text('host') ??
    id
  if (label === undefined) return undefined
  if (id === undefined || deleted.test(event)) return { label, to: undefined }
  const parent = (name: string, path: (parent_id: string) => string) => {
    const value = text(name)
    return value === undefined ? undefined : path(value)
  }
  const pages: Readonly<Record<string, () => string | undefined>> = {
    board: () => paths.board(id),
    board_list: () => parent('board_id', paths.board),
    label: () => parent('board_id', paths.board),
    card: () => parent('board_id', (board_id) => paths.card(board_id, id)),
    list: () => paths.list(id),
    segment: () => parent('list_id', (list_id) => paths.segment(list_id, id)),
    contact: () => parent('list_id', (list_id) => paths.contact(list_id, id)),
    campaign: () => paths.campaign(id),
    post: () => paths.post(id),
    vote: () => parent('post_id', paths.post),
    comment: () => parent('post_id', paths.post),
    portal_user: () => paths.person(id),
    changelog: () => paths.entry(id),
    changelog_subscriber: () => paths.subscribers(),
    automation: () => parent('automation_id', paths.automation),
    webhook: () => paths.webhook(id),
  }
  const [resource = ''] = event.split('.')
  return { label, to: Object.hasOwn(pages, resource) ? pages[resource]?.() : undefined }
}
