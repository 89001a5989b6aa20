/** What answers under one path, by method. */
type Methods<Route> = Map<string, Laid<Route>>

interface Laid<Route> {
  readonly route: Route
  /** Which segment of the path is which parameter. */
  readonly params: readonly (readonly [name: string, at: number])[]
}

interface Branch<Route> {
  readonly named: Map<string, Branch<Route>>
  any: Branch<Route> | undefined
  readonly methods: Methods<Route>
}

type Found<Route> =
  | { readonly route: Route; readonly path: Record<string, string> }
  /** The address exists, with other methods. */
  | { readonly allow: string }
  | undefined

const createNode = <Route>(): Branch<Route> => ({
  named: new Map(),
  any: undefined,
  methods: new Map(),
})

/** The table of endpoints as a tree of path segments; `:name` stands for any one of them. */
export function createRoutes<Route>() {
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
    find(method: string, segments: readonly string[]): Found<Route> {
      const ends: Methods<Route>[] = []
      matchNode(root, segments, 0, ends)
      const wanted = method === 'HEAD' ? 'GET' : method
      for (const methods of ends) {
        const route = methods.get(wanted)
        if (route) return { route: route.route, path: pathOf(route, segments) }
      }
      return ends.length === 0 ? undefined : { allow: allowed(ends) }
    },
  }
}

export type Routes<Route> = ReturnType<typeof createRoutes<Route>>

function childNode<Route>(at: Branch<Route>, segment: string): Branch<Route> {
  if (segment.startsWith(':')) return (at.any ??= createNode())
  const next = at.named.get(segment) ?? createNode()
  at.named.set(segment, next)
  return next
}

/** A segment's own name goes before a parameter, which it does not hide: `batch` may be somebody's id. */
function matchNode<Route>(
  at: Branch<Route>,
  segments: readonly string[],
  depth: number,
  ends: Methods<Route>[],
): void {
  const segment = segments[depth]
  if (segment === undefined) {
    if (at.methods.size > 0) ends.push(at.methods)
    return
  }
  const named = at.named.get(segment)
  if (named) matchNode(named, segments, depth + 1, ends)
  if (at.any && segment !== '') matchNode(at.any, segments, depth + 1, ends)
}

function pathOf<Route>({ params }: Laid<Route>, segments: readonly string[]) {
  const path: Record<string, string> = {}
  for (const [name, at] of params) path[name] = segments[at] ?? ''
  return path
}

const allowed = <Route>(ends: readonly Methods<Route>[]) =>
  [...new Set(ends.flatMap((methods) => [...methods.keys()]))]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
