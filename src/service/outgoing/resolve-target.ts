import type { LookupAddress } from 'node:dns'
import { lookup as lookupHost } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import {
  type TargetPolicy,
  type TargetVerdict,
  hostOf,
  judgeAddresses,
  judgeTarget,
} from './targets.rules.ts'

/** Returns every address of a name, and rejects or returns none when it has none. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

const pendingLookups = new Map<string, Promise<readonly LookupAddress[]>>()

/**
 * Asks the system, which knows /etc/hosts. It uses one of a few threads until it is answered, also after an abort, so
 * requests to one dead name share one lookup.
 */
export const lookupAddresses: Lookup = (hostname) => {
  const pending = pendingLookups.get(hostname)
  if (pending) return pending
  const next = lookupHost(hostname, { all: true }).finally(() => pendingLookups.delete(hostname))
  pendingLookups.set(hostname, next)
  return next
}

/** The addresses of the host of a URL; of an address, itself. */
export async function resolveHost(url: URL, lookup: Lookup): Promise<readonly LookupAddress[]> {
  const host = hostOf(url)
  const family = isIP(host)
  return family ? [{ address: host, family }] : lookup(host)
}

interface ResolveOptions extends TargetPolicy {
  readonly lookup?: Lookup
  readonly deadlineMs?: number
}

/**
 * Judges a URL with the addresses that its name has now. A name that does not resolve in time is allowed: `sendRequest`
 * judges it again, because its addresses may change.
 */
export async function judgeResolvedTarget(
  text: string,
  { lookup = lookupAddresses, deadlineMs = 3000, ...policy }: ResolveOptions,
): Promise<TargetVerdict> {
  const verdict = judgeTarget(text, policy)
  if (!verdict.isAllowed) return verdict
  const url = new URL(verdict.url)
  const stop = new AbortController()
  const addresses = await Promise.race([
    resolveHost(url, lookup).catch(() => []),
    delay(deadlineMs, [], { signal: stop.signal }).catch(() => []),
  ])
  stop.abort()
  return judgeAddresses(
    addresses.map(({ address }) => address),
    url,
    policy,
  )
}
