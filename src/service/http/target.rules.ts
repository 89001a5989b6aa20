interface Target {
  readonly path: string
  readonly search: string
  /** Named by the address itself, as proxies write it. */
  readonly host?: string
}

/** The second word of a request. Undefined when it names nothing. */
export function readTarget(url: string): Target | undefined {
  if (!url.startsWith('/')) return readAbsolute(url)
  const query = url.indexOf('?')
  return query < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, query), search: url.slice(query) }
}

function readAbsolute(url: string): Target | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined
  const { host, pathname, search } = new URL(url)
  return { path: pathname, search, host }
}

/** A name or an address, and maybe a port. */
export const isReadableHost = (host: string): boolean =>
  /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
