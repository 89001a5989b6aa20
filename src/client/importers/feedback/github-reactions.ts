import { nodesOf } from '#client/importers/formats/json-pages.ts'
import { arrayOf, isBlankValue, isObject, type JsonObject } from '#client/importers/formats/json.ts'

interface ReactionCounts {
  /** Thumbs up; where the kinds are not told apart, all reactions. */
  readonly votes: number
  /** By the name that REST gives them. */
  readonly others: ReadonlyMap<string, number>
  /** Items of a list that are no reactions, and counts that are no numbers. */
  readonly unreadable: readonly unknown[]
}

/** The names of GraphQL and of the command line that differ from those of REST in more than their case. */
const names = new Map([
  ['THUMBS_UP', '+1'],
  ['THUMBS_DOWN', '-1'],
])

const nameOf = (content: unknown) => names.get(String(content)) ?? String(content).toLowerCase()

/**
 * The reactions to an issue or a comment: counts by name (REST), groups with their users (GraphQL and `gh`), a list of
 * single ones, or one number.
 */
export function countReactions({ reactions, reactionGroups }: JsonObject): ReactionCounts {
  const counts = new Map<string, number>()
  const add = (name: string, count: unknown) => {
    if (isCount(count) && count > 0) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const groups = Array.isArray(reactionGroups) ? arrayOf(reactionGroups) : undefined
  const items = groups ?? nodesOf(reactions)
  const list = items.filter(isReaction)
  const unreadable: unknown[] = items.filter((item) => !isReaction(item))
  if (groups) {
    for (const group of list) {
      const count = countUsers(group)
      if (isCount(count)) add(nameOf(group['content']), count)
      else unreadable.push(group)
    }
  } else if (list.length > 0) {
    for (const { content } of list) add(nameOf(content), 1)
  } else if (isObject(reactions)) {
    for (const [name, count] of Object.entries(reactions)) {
      if (!isCount(count) && !isBlankValue(count) && !besides.includes(name)) unreadable.push(count)
      if (!totals.includes(name)) add(nameOf(name), count)
    }
    if (reactions['+1'] === undefined && counts.size === 0)
      add('+1', totals.map((key) => reactions[key]).find(isCount))
  } else add('+1', reactions)
  const votes = counts.get('+1') ?? 0
  counts.delete('+1')
  return { votes, others: counts, unreadable }
}

const isReaction = (item: unknown): item is JsonObject =>
  isObject(item) && typeof item['content'] === 'string'

const totals = ['total_count', 'totalCount']

/** What else stands among the counts. */
const besides = ['url', 'nodes', 'edges', 'pageInfo']

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)

/** Undefined where neither a number nor a list of people says it. */
function countUsers({ users, reactors, count }: JsonObject): unknown {
  const people = users ?? reactors
  const total = isObject(people) ? people['totalCount'] : count
  const isList =
    Array.isArray(people) || (isObject(people) && ('nodes' in people || 'edges' in people))
  return total ?? (isList ? nodesOf(people).length : undefined)
}

/** What moderators have hidden as spam, abuse, off-topic, outdated, resolved or a duplicate. */
export function isHidden(comment: JsonObject): boolean {
  const state = comment['isMinimized'] ?? comment['is_minimized']
  const reason = comment['minimizedReason'] ?? comment['minimized_reason']
  return typeof state === 'boolean' ? state : typeof reason === 'string' && reason !== ''
}
