import { useEffect, useState } from 'react'

/** A workspace that anybody may look at. Its key is no secret. */
export interface Demo {
  readonly base_url: string
  readonly key: string
}

/** What the page's own server says in `/config.json`, before anybody is signed in. */
export interface ServerFacts {
  readonly default_base_url: string
  readonly demo: Demo | undefined
}

/** Undefined until they are known. A server that keeps no such file, or is slow to say so, is its own service. */
export function useServerFacts(): ServerFacts | undefined {
  const [facts, setFacts] = useState<ServerFacts>()
  useEffect(() => {
    const abort = new AbortController()
    const limit = AbortSignal.any([abort.signal, AbortSignal.timeout(1500)])
    fetch('/config.json', { signal: limit })
      .then((response) => response.json())
      .then((config: unknown) => setFacts(readFacts(config, location.origin)))
      .catch(() => abort.signal.aborted || setFacts(readFacts({}, location.origin)))
    return () => abort.abort()
  }, [])
  return facts
}

export function readFacts(config: unknown, origin: string): ServerFacts {
  const { default_base_url, demo } = fieldsOf(config)
  const service = addressOf(default_base_url, origin) ?? `${origin}/v1`
  const { base_url, key } = fieldsOf(demo)
  const known = typeof key === 'string' && key !== ''
  return {
    default_base_url: service,
    demo: known ? { base_url: addressOf(base_url, origin) ?? service, key } : undefined,
  }
}

const addressOf = (named: unknown, origin: string) =>
  typeof named === 'string' && named && URL.canParse(named, origin)
    ? new URL(named, origin).href
    : undefined

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
