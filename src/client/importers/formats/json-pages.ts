import { FileRefused } from '#client/importers/core/import-error.ts'
import { isObject, type JsonObject, parseJsonFile } from './json.ts'

/**
 * What a file of JSON holds, as `parseJsonFile` reads it. Of several values one after the other, as `gh api --paginate`
 * prints pages and other tools print a record a line, it is their list.
 */
export async function parseJsonPages(file: string): Promise<unknown> {
  const text = file.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Several values, or none that is whole.
  }
  const parts = splitValues(text)
  if (parts.length < 2) return parseJsonFile(text)
  const values: unknown[] = []
  for (const { line, start, end } of parts) {
    const part = text.slice(start, end)
    try {
      values.push(JSON.parse(part) as unknown)
    } catch {
      // The lines before it keep the line of the message that of the file.
      await parseJsonFile(`${'\n'.repeat(line - 1)}${part}`)
      throw new FileRefused(`Line ${line}: not JSON.`)
    }
  }
  return values
}

interface Part {
  readonly start: number
  readonly end: number
  readonly line: number
}

/** The objects and arrays that follow one another. Fewer than two when anything else is between them. */
function splitValues(text: string): Part[] {
  const parts: Part[] = []
  const tokens = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|[[{]|[\]}]|\n|[^\s"[\]{}]+/g
  let [depth, line, start, startLine] = [0, 1, 0, 1]
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '\n') line += 1
    else if (token === '[' || token === '{') {
      if (depth === 0) [start, startLine] = [index, line]
      depth += 1
    } else if (token === ']' || token === '}') {
      depth -= 1
      if (depth < 0) return []
      if (depth === 0) parts.push({ start, end: index + 1, line: startLine })
    } else if (depth === 0) return []
  }
  // A last one that is not closed is reported by its line.
  if (depth > 0 && parts.length > 0) parts.push({ start, end: text.length, line: startLine })
  return parts
}

export interface ListedRecord {
  readonly item: unknown
  /** As `[0][3]` or `items[3]`. */
  readonly path: string
}

/** Where responses of GitHub keep their records: REST, its search, and GraphQL with nodes or edges. */
const containers = [
  'data',
  'organization',
  'viewer',
  'repository',
  'search',
  'issues',
  'releases',
  'issue',
  'release',
  'items',
  'nodes',
  'edges',
  'node',
] as const

const MAX_DEPTH = 12

/**
 * The records of a list, of a list of pages and of responses that contain one, in their order. Whatever a list has
 * beside them is listed too, so that it can be rejected by its place.
 */
export function listRecords(
  value: unknown,
  isRecord: (value: unknown) => boolean,
  path = '',
): ListedRecord[] {
  const list: ListedRecord[] = []
  const visit = (one: unknown, place: string, depth: number) => {
    const children = isRecord(one) || depth > MAX_DEPTH ? undefined : childrenOf(one)
    if (children === undefined) list.push({ item: one, path: place || 'the file' })
    for (const [key, child] of children ?? []) visit(child, joinPath(place, key), depth + 1)
  }
  visit(value, path, 0)
  return list
}

/** Undefined when a value is neither a page nor a part of a response. */
function childrenOf(value: unknown): [string, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [`[${index}]`, item])
  if (!isObject(value)) return undefined
  const keys = containers.filter((key) => typeof value[key] === 'object' && value[key] !== null)
  return keys.length === 0 ? undefined : keys.map((key) => [key, value[key]])
}

const joinPath = (path: string, key: string) =>
  path === '' || key.startsWith('[') ? `${path}${key}` : `${path}.${key}`

/** What pages have beside their records and say of themselves. */
const pageKeys: Readonly<Record<string, (value: unknown) => boolean>> = {
  total_count: isNumber,
  totalCount: isNumber,
  issueCount: isNumber,
  incomplete_results: (value) => typeof value === 'boolean',
  pageInfo: isObject,
  cursor: (value) => typeof value === 'string',
  __typename: (value) => typeof value === 'string',
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

/** Passes on what stands beside the records of pages and responses, with its path, as `data.repository.name`. */
export function visitBesideRecords(
  value: unknown,
  isRecord: (value: unknown) => boolean,
  visit: (path: string, value: unknown) => void,
): void {
  const go = (one: unknown, path: string, depth: number) => {
    const children = isRecord(one) || depth > MAX_DEPTH ? undefined : childrenOf(one)
    if (children === undefined) return
    const names = new Set(children.map(([key]) => key))
    for (const [key, other] of isObject(one) ? Object.entries(one) : [])
      if (!names.has(key) && pageKeys[key]?.(other) !== true) visit(joinPath(path, key), other)
    for (const [key, child] of children)
      go(child, joinPath(path, key.replace(/\d+/, '')), depth + 1)
  }
  go(value, '', 0)
}

/** How many records the responses in a value say that there are, where they say so: of one search the same each time. */
export function statedTotal(value: unknown): number | undefined {
  const pages = Array.isArray(value) ? value : [value]
  const totals = pages.filter(isObject).flatMap((page) => totalOf(page) ?? [])
  return totals.length === 0 ? undefined : Math.max(...totals)
}

function totalOf(page: JsonObject, depth = 0): number | undefined {
  const total = page['total_count'] ?? page['totalCount'] ?? page['issueCount']
  if (isNumber(total)) return total
  if (depth > MAX_DEPTH) return undefined
  for (const key of containers) {
    const child = page[key]
    const found = isObject(child) ? totalOf(child, depth + 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The items of a list, also where GraphQL keeps them as nodes or edges. */
export function nodesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  const { nodes, edges } = value
  if (Array.isArray(nodes)) return nodes
  return Array.isArray(edges)
    ? edges.map((edge: unknown) => (isObject(edge) ? edge['node'] : edge))
    : []
}
