import type { Asked } from '#service/http/http-message.ts'

/** Where a request came from. Only the hops that `TRUST_PROXY` vouches for are read; the rest anyone could write. */
export function addressOf({ headers, peer }: Asked, trustProxy: number): string {
  if (trustProxy === 0) return peer
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim())
  return hops.filter(Boolean).at(-trustProxy) ?? peer
}
