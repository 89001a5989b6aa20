import {
  type OwnedViewPage,
  parseViewPage,
  type ViewPage,
} from '#contract/developers/views.rules.ts'
import { paths } from '#web/paths.ts'
import { hasStrings, parseList } from '#web/session/storage.ts'

/** A filter of a page under a name, as this device keeps it. */
export interface SavedView {
  /** Of a view that an earlier version saved, which has none, its name of then. */
  readonly id: string
  readonly name: string
  /** The query string, as `viewQuery` returns it. */
  readonly query: string
}

const isView = (value: unknown): value is Omit<SavedView, 'id'> & { readonly id?: unknown } =>
  hasStrings(value, 'name', 'query')

export const parseViews = (text: string): readonly SavedView[] =>
  parseList(text || null, isView).map(({ id, name, query }) => ({
    id: typeof id === 'string' ? id : name,
    name,
    query,
  }))

export const formatViews = (views: readonly SavedView[]) =>
  views.length === 0 ? '' : JSON.stringify(views)

/** A change of one view. */
export interface ViewChange {
  /** Undefined for a view that is added. */
  readonly previous: SavedView | undefined
  /** Undefined for a view that is removed. */
  readonly next: SavedView | undefined
  /** By default it stays in its place, and a new one is the last. */
  readonly index?: number | undefined
}

/** The list after a change of one view. Another view of the same name is replaced: names are unique. */
export function changeView(
  views: readonly SavedView[],
  { previous, next, index }: ViewChange,
): readonly SavedView[] {
  const isReplaced = ({ id, name }: SavedView) =>
    id === previous?.id || id === next?.id || name === next?.name
  const rest = views.filter((view) => !isReplaced(view))
  const place = index ?? views.findIndex(isReplaced)
  return next ? rest.toSpliced(place < 0 ? rest.length : place, 0, next) : rest
}

export interface ReverseChange extends ViewChange {
  /** What has changed since in what the change set. */
  readonly changedField: 'name' | 'query' | 'position' | undefined
  /** Another view has the name that comes back. */
  readonly isNameTaken: boolean
}

/**
 * What takes a change back from the views of now: it restores only what the change set. `from` is the place that the view had.
 * Undefined where the view is gone, or is back already.
 */
export function reverseChange(
  views: readonly SavedView[],
  { previous, next, index, from }: ViewChange & { readonly from: number | undefined },
): ReverseChange | undefined {
  const id = (next ?? previous)?.id
  const current = views.find((view) => view.id === id)
  if ((current === undefined) !== (next === undefined)) return undefined
  const restore = (before: SavedView, field: 'name' | 'query') =>
    current && before[field] === next?.[field] ? current[field] : before[field]
  const restored = previous && {
    id: previous.id,
    name: restore(previous, 'name'),
    query: restore(previous, 'query'),
  }
  const isMoved = previous !== undefined && index !== undefined && index !== from
  const isChanged = (field: 'name' | 'query') =>
    previous?.[field] !== next?.[field] && current?.[field] !== next?.[field]
  return {
    previous: current,
    next: restored,
    index: isMoved || !current ? from : undefined,
    changedField:
      (['name', 'query'] as const).find(isChanged) ??
      (isMoved && current && views.indexOf(current) !== index ? 'position' : undefined),
    isNameTaken: views.some((view) => view.id !== id && view.name === restored?.name),
  }
}

const listPages: readonly (readonly [pattern: RegExp, page: ViewPage | OwnedViewPage])[] = [
  [/^\/boards$/, 'boards'],
  [/^\/boards\/(?!import$)([^/]+)(?:\/cards\/[^/]+)?$/, 'board'],
  [/^\/cards$/, 'cards'],
  [/^\/email\/automations(?:\/[^/]+)?$/, 'automations'],
  [/^\/email\/campaigns$/, 'campaigns'],
  [/^\/email\/lists$/, 'lists'],
  [/^\/email\/lists\/([^/]+)(?:\/contacts\/[^/]+)?$/, 'contacts'],
  [/^\/email\/lists\/([^/]+)\/segments$/, 'segments'],
  [/^\/email\/lists\/([^/]+)\/tags$/, 'tags'],
  [/^\/feedback\/posts(?:\/(?!setup$)[^/]+)?$/, 'posts'],
  [/^\/feedback\/users(?:\/[^/]+)?$/, 'people'],
  [/^\/changelog\/subscribers$/, 'subscribers'],
  [/^\/changelog(?:\/[^/]+)?$/, 'changelog'],
]

/** Empty where an address was typed that is none. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

/** The page whose views belong to an address, also where something is open beside or over its list. */
export function viewPageOf(pathname: string): ViewPage | undefined {
  for (const [pattern, page] of listPages) {
    const match = pattern.exec(pathname)
    if (!match) continue
    const id = match[1] === undefined ? '' : `:${decodeSegment(match[1])}`
    return parseViewPage(`${page}${id}`)?.page
  }
  return undefined
}

const pathOf = {
  automations: paths.automations,
  boards: paths.boards,
  campaigns: paths.campaigns,
  cards: paths.cards,
  changelog: paths.changelog,
  lists: paths.lists,
  people: paths.people,
  posts: paths.posts,
  subscribers: paths.subscribers,
}
const ownedPathOf = {
  board: paths.board,
  contacts: paths.list,
  segments: paths.listSegments,
  tags: paths.listTags,
}

/** The address of a page without a filter. */
export function viewPagePath(page: ViewPage): string {
  const owner = parseViewPage(page)?.owner
  if (owner) return ownedPathOf[owner.page](owner.id)
  // Those with an owner are above.
  return pathOf[page as keyof typeof pathOf]()
}
