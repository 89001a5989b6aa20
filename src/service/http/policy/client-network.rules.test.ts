import { expect, test } from 'vitest'

import { clientNetwork } from './client-network.rules.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8:1::6', '2001:db8:1:0::/64'],
  ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
  ['2001:db8:1:0:3::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['in-process', 'in-process'],
  ['', ''],
])('a client with the address %j counts as %j', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
