import { Refusal } from '#service/refusal.ts'
import type { HttpRequest } from './http-message.ts'

type RoutesByMethod<Route> = Map<string, RouteEntry<Route>>

interface RouteEntry<Route> {
  readonly route: Route
  /** Which path segment holds which parameter. */
  readonly params: readonly (readonly [name: string, index: number])[]
}

interface RouteNode<Route> {
  readonly children: Map<string, RouteNode<Route>>
  /** The child for a segment that is a parameter. */
  parameter: RouteNode<Route> | undefined
  readonly methods: RoutesByMethod<Route>
}

type RouteMatch<Route> =
  | { readonly route: Route; readonly params: Record<string, string> }
  /** The path exists, but not with this method. */
  | { readonly allow: string }
  | undefined

/** Routes as a tree of path segments; `:name` matches any one segment. */
export function createRouter<Route>() {
  const root = createNode<Route>()
  return {
    add(method: string, path: string, route: Route): void {
      const segments = path.split('/').slice(1)
      let node = root
      for (const segment of segments) node = childNode(node, segment)
      const params = segments.flatMap((segment, index) =>
        segment.startsWith(':') ? [[segment.slice(1), index] as const] : [],
      )
      node.methods.set(method, { route, params })
    },

    /** Expects decoded segments. HEAD matches the route of GET. */
    find(method: string, segments: readonly string[]): RouteMatch<Route> {
      const matches: RoutesByMethod<Route>[] = []
      matchNode(root, segments, 0, matches)
      const routeMethod = method === 'HEAD' ? 'GET' : method
      for (const methods of matches) {
        const entry = methods.get(routeMethod)
        if (entry) return { route: entry.route, params: readParams(entry, segments) }
      }
      return matches.length === 0 ? undefined : { allow: formatAllow(matches) }
    },
  }
}

export type Router<Route> = ReturnType<typeof createRouter<Route>>

const createNode = <Route>(): RouteNode<Route> => ({
  children: new Map(),
  parameter: undefined,
  methods: new Map(),
})

function childNode<Route>(node: RouteNode<Route>, segment: string): RouteNode<Route> {
  if (segment.startsWith(':')) return (node.parameter ??= createNode())
  const child = node.children.get(segment) ?? createNode()
  node.children.set(segment, child)
  return child
}

/** Literal segments come first but do not hide parameters: `batch` may also be an id. */
function matchNode<Route>(
  node: RouteNode<Route>,
  segments: readonly string[],
  depth: number,
  matches: RoutesByMethod<Route>[],
): void {
  const segment = segments[depth]
  if (segment === undefined) {
    if (node.methods.size > 0) matches.push(node.methods)
    return
  }
  const child = node.children.get(segment)
  if (child) matchNode(child, segments, depth + 1, matches)
  if (node.parameter && segment !== '') matchNode(node.parameter, segments, depth + 1, matches)
}

function readParams<Route>(entry: RouteEntry<Route>, segments: readonly string[]) {
  const params: Record<string, string> = {}
  for (const [name, index] of entry.params) params[name] = segments[index] ?? ''
  return params
}

const formatAllow = <Route>(matches: readonly RoutesByMethod<Route>[]) =>
  [...new Set(matches.flatMap((methods) => [...methods.keys()]))]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')

/** The decoded segments of a path. A trailing slash is ignored. */
export function parseSegments({ path, search }: HttpRequest): string[] {
  if (path.length + search.length > 8192)
    throw new Refusal('validation_error', 'The URL is longer than 8 KiB.', { status: 400 })
  const segments = path.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  if (!path.includes('%') && !search.includes('%')) return segments
  // Invalid percent-encoding is a malformed request (400), not a missing resource (404).
  try {
    // The result for `search` has to be used too: the bundler drops a call made only for its exception.
    const [, ...decoded] = [search, ...segments].map(decodeURIComponent)
    return decoded
  } catch {
    throw new Refusal('validation_error', 'The URL has invalid percent-encoding.', { status: 400 })
  }
}
