import { parseRequestLine } from '#contract/request-line.ts'

/**
 * Versions that answers left behind without being merged, because a newer write of the same thing waits.
 * The cache still holds the older version, and a write guarded with that one would meet its own predecessor as a conflict.
 */
export function createLeftBehind() {
  const versions = new Map<string, string>()
  return {
    versionOf: (name: string, input: object) => versions.get(thingOf(name, input) ?? ''),
    keep: (name: string, input: object, output: unknown) => {
      const thing = thingOf(name, input)
      const { id, version } = asResource(output)
      if (thing !== undefined && id === thing && version !== undefined) versions.set(thing, version)
    },
    /** The cache knows better again. */
    forget: (name: string, input: object) => void versions.delete(thingOf(name, input) ?? ''),
  }
}

/** The id a request line is about: the last one in its path. */
function thingOf(name: string, input: object): string | undefined {
  const param = parseRequestLine(name).params.at(-1)
  const id: unknown = param && new Map<string, unknown>(Object.entries(input)).get(param)
  return typeof id === 'string' ? id : undefined
}

function asResource(output: unknown): { id?: string; version?: string } {
  if (typeof output !== 'object' || output === null) return {}
  const { id, version } = { id: undefined, version: undefined, ...output }
  return typeof id === 'string' && typeof version === 'string' ? { id, version } : {}
}
