import {
  type OwnedViewPage,
  parseViewPage,
  type ViewPage,
} from '#contract/developers/views.rules.ts'
import { paths } from '#web/paths.ts'
import { hasStrings, parseList } from '#web/session/storage.ts'

/** A filter of a page under a name, as this device keeps it. */
export interface SavedView {
  readonly name: string
  /** The query string, as `viewQuery` returns it. */
  readonly query: string
}

const isView = (value: unknown): value is SavedView => hasStrings(value, 'name', 'query')

export const parseViews = (text: string): readonly SavedView[] => parseList(text || null, isView)

export const formatViews = (views: readonly SavedView[]) =>
  views.length === 0 ? '' : JSON.stringify(views)

interface ViewChange {
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
  const isReplaced = ({ name }: SavedView) => name === previous?.name || name === next?.name
  const rest = views.filter((view) => !isReplaced(view))
  const place = index ?? views.findIndex(isReplaced)
  return next ? rest.toSpliced(place < 0 ? rest.length : place, 0, next) : rest
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
