import { BlockList, SocketAddress, isIP } from 'node:net'

/**
 * `public`: global unicast. `private`: this machine and private networks, which a setting may allow. `reserved`: everything
 * else, never a target: metadata services, multicast, documentation, and prefixes that translate to IPv4.
 */
type AddressKind = 'public' | 'private' | 'reserved'

const privateNetworks = createList(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
)

const reservedNetworks = createList(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo, ORCHID and other protocols; documentation; 6to4; documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  // Metadata services outside the link-local network: Alibaba, Azure, AWS, Google.
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
)

/** IPv6 is an allow-list: a prefix that is assigned later stays reserved until it is listed. */
const globalUnicast = createList('2000::/3')

function createList(...networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

/** Of a text that is no address, or has a zone such as `fe80::1%eth0`, `reserved`. */
export function classifyAddress(text: string): AddressKind {
  if (!isIP(text) || text.includes('%')) return 'reserved'
  const address = unwrapMappedAddress(text)
  const family = familyOf(address)
  if (reservedNetworks.check(address, family)) return 'reserved'
  if (privateNetworks.check(address, family)) return 'private'
  return family === 'ipv4' || globalUnicast.check(address, family) ? 'public' : 'reserved'
}

/** `::ffff:7f00:1` is 127.0.0.1 to a socket, in every spelling. */
export function unwrapMappedAddress(text: string): string {
  if (familyOf(text) === 'ipv4') return text
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}
