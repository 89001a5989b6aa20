import { useEffect, useState } from 'react'

/** A public workspace; its key is no secret. */
export interface Demo {
  readonly base_url: string
  readonly key: string
}

/** `/config.json` of the server of this page. */
export interface ServerConfig {
  readonly default_base_url: string
  readonly demo: Demo | undefined
}

/** Undefined while loading. Without the file, or after 1.5 s, the API is on the server of this page. */
export function useServerConfig(): ServerConfig | undefined {
  const [config, setConfig] = useState<ServerConfig>()
  useEffect(() => {
    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(1500)])
    fetch('/config.json', { signal })
      .then((response) => response.json())
      .then((config: unknown) => setConfig(parseServerConfig(config, location.origin)))
      .catch(() => abort.signal.aborted || setConfig(parseServerConfig({}, location.origin)))
    return () => abort.abort()
  }, [])
  return config
}

export function parseServerConfig(config: unknown, origin: string): ServerConfig {
  const { default_base_url, demo } = asRecord(config)
  const service = resolveAddress(default_base_url, origin) ?? `${origin}/v1`
  const { base_url, key } = asRecord(demo)
  const hasKey = typeof key === 'string' && key !== ''
  return {
    default_base_url: service,
    demo: hasKey ? { base_url: resolveAddress(base_url, origin) ?? service, key } : undefined,
  }
}

const resolveAddress = (value: unknown, origin: string) =>
  typeof value === 'string' && value && URL.canParse(value, origin)
    ? new URL(value, origin).href
    : undefined

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
