import { isIP } from 'node:net'

import { unwrapMappedAddress } from '#service/outgoing/addresses.rules.ts'

/**
 * What a limit counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since one client has all of
 * it. A text that is no address, or has a zone such as `fe80::1%eth0`, is returned as it is: neighbors share that network.
 */
export function clientNetwork(text: string): string {
  if (isIP(text) !== 6 || text.includes('%')) return text
  const address = unwrapMappedAddress(text)
  if (isIP(address) === 4) return address
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
