/** What answers under one path, by method. */
type RoutesByMethod<Route> = Map<string, RouteEntry<Route>>

interface RouteEntry<Route> {
  readonly route: Route
  /** Which segment of the path is which parameter. */
  readonly params: readonly (readonly [name: string, at: number])[]
}

interface RouteNode<Route> {
  readonly children: Map<string, RouteNode<Route>>
  parameter: RouteNode<Route> | undefined
  readonly methods: RoutesByMethod<Route>
}

type RouteMatch<Route> =
  | { readonly route: Route; readonly path: Record<string, string> }
  /** The address exists, with other methods. */
  | { readonly allow: string }
  | undefined

const createNode = <Route>(): RouteNode<Route> => ({
  children: new Map(),
  parameter: undefined,
  methods: new Map(),
})

/** The table of endpoints as a tree of path segments; `:name` stands for any one of them. */
export function createRouter<Route>() {
  const root = createNode<Route>()
  return {
    add(method: string, path: string, route: Route): void {
      const segments = path.split('/').slice(1)
      let at = root
      for (const segment of segments) at = childNode(at, segment)
      const params = segments.flatMap((segment, index) =>
        segment.startsWith(':') ? [[segment.slice(1), index] as const] : [],
      )
      at.methods.set(method, { route, params })
    },

    /** `segments` are decoded. HEAD is a GET whose body is left out. */
    find(method: string, segments: readonly string[]): RouteMatch<Route> {
      const matches: RoutesByMethod<Route>[] = []
      matchNode(root, segments, 0, matches)
      const wanted = method === 'HEAD' ? 'GET' : method
      for (const methods of matches) {
        const route = methods.get(wanted)
        if (route) return { route: route.route, path: readParams(route, segments) }
      }
      return matches.length === 0 ? undefined : { allow: formatAllow(matches) }
    },
  }
}

export type Router<Route> = ReturnType<typeof createRouter<Route>>

function childNode<Route>(at: RouteNode<Route>, segment: string): RouteNode<Route> {
  if (segment.startsWith(':')) return (at.parameter ??= createNode())
  const next = at.children.get(segment) ?? createNode()
  at.children.set(segment, next)
  return next
}

/** A segment's own name goes before a parameter, which it does not hide: `batch` may be somebody's id. */
function matchNode<Route>(
  at: RouteNode<Route>,
  segments: readonly string[],
  depth: number,
  matches: RoutesByMethod<Route>[],
): void {
  const segment = segments[depth]
  if (segment === undefined) {
    if (at.methods.size > 0) matches.push(at.methods)
    return
  }
  const children = at.children.get(segment)
  if (children) matchNode(children, segments, depth + 1, matches)
  if (at.parameter && segment !== '') matchNode(at.parameter, segments, depth + 1, matches)
}

function readParams<Route>({ params }: RouteEntry<Route>, segments: readonly string[]) {
  const path: Record<string, string> = {}
  for (const [name, at] of params) path[name] = segments[at] ?? ''
  return path
}

const formatAllow = <Route>(matches: readonly RoutesByMethod<Route>[]) =>
  [...new Set(matches.flatMap((methods) => [...methods.keys()]))]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
