import { expect, test } from 'vitest'

import { classifyAddress } from './addresses.rules.ts'
import { sendRequest } from './request.ts'
import { judgeTarget } from './targets.rules.ts'

const judge = (url: string, allowPrivate = false) => {
  const verdict = judgeTarget(url, { allowPrivate })
  return verdict.isAllowed ? verdict.url : verdict.code
}

/** Ways to write a host that is not public: the kind of its address, or that it is a name. */
const forbiddenHosts: [host: string, kind: 'private' | 'reserved' | 'local name' | 'metadata'][] = [
  ['127.0.0.1', 'private'],
  ['127.1', 'private'],
  ['127.0.0.1.', 'private'],
  ['0x7f000001', 'private'],
  ['0x7f.0.0.1', 'private'],
  ['0177.0.0.1', 'private'],
  ['017700000001', 'private'],
  ['2130706433', 'private'],
  ['１２７.０.０.１', 'private'],
  ['①②⑦.0.0.1', 'private'],
  ['127。0。0。1', 'private'],
  ['%31%32%37.0.0.1', 'private'],
  ['127.255.255.254', 'private'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['[::1]', 'private'],
  ['[0:0:0:0:0:0:0:1]', 'private'],
  ['[::ffff:127.0.0.1]', 'private'],
  ['[::ffff:7f00:1]', 'private'],
  ['[0:0:0:0:0:ffff:10.0.0.1]', 'private'],
  ['[fc00::1]', 'private'],
  ['[fd12:3456::1]', 'private'],
  ['0', 'reserved'],
  ['0.0.0.0', 'reserved'],
  ['169.254.169.254', 'reserved'],
  ['[::ffff:169.254.169.254]', 'reserved'],
  ['100.100.100.200', 'reserved'],
  ['168.63.129.16', 'reserved'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['198.51.100.1', 'reserved'],
  ['203.0.113.1', 'reserved'],
  ['224.0.0.1', 'reserved'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['[::]', 'reserved'],
  ['[::127.0.0.1]', 'reserved'],
  ['[64:ff9b::7f00:1]', 'reserved'],
  ['[64:ff9b:1::7f00:1]', 'reserved'],
  ['[100::1]', 'reserved'],
  ['[2001::1]', 'reserved'],
  ['[2001:1ff::1]', 'reserved'],
  ['[2001:db8::1]', 'reserved'],
  ['[2002:7f00:1::]', 'reserved'],
  ['[3fff::1]', 'reserved'],
  ['[3fff:fff:ffff::1]', 'reserved'],
  ['[5f00::1]', 'reserved'],
  ['[fd00:ec2::254]', 'reserved'],
  ['[fd20:ce::254]', 'reserved'],
  ['[fe80::1]', 'reserved'],
  ['[fec0::1]', 'reserved'],
  ['[ff02::1]', 'reserved'],
  ['localhost', 'local name'],
  ['LOCALHOST.', 'local name'],
  ['ｌocalhost', 'local name'],
  ['app.localhost', 'local name'],
  ['localhost.localdomain', 'local name'],
  ['printer.local', 'local name'],
  ['db.corp.internal', 'local name'],
  ['nas.home.arpa', 'local name'],
  ['intranet', 'local name'],
  ['metadata.google.internal', 'metadata'],
  ['metadata.google.internal.', 'metadata'],
  ['Metadata.Goog', 'metadata'],
  ['instance-data', 'metadata'],
]

test.each(forbiddenHosts)('a URL of %s is refused when saved and when sent', async (host) => {
  const url = `https://${host}/hooks`
  expect(judge(url)).toBe('host_not_allowed')
  const result = await sendRequest({ url, method: 'POST', headers: {}, allowPrivate: false })
  expect(result).toMatchObject({ kind: 'failure', reason: 'address_not_allowed' })
})

test.each(forbiddenHosts)('the setting allows %s only when it is private', (host, kind) => {
  const isAllowed = kind === 'private' || kind === 'local name'
  for (const scheme of ['https', 'http'])
    expect(judge(`${scheme}://${host}/hooks`, true).startsWith(`${scheme}://`)).toBe(isAllowed)
})

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700::1111',
  '3ffe:ffff::1',
  '3fff:1000::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
])('the address %s is public', (address) => {
  expect(classifyAddress(address)).toBe('public')
})

test.each(['fe80::1%eth0', '2606:4700::1111%1', '', 'example.com', '1.1.1', '4000::1', '1fff::1'])(
  'the address %j is reserved',
  (address) => {
    expect(classifyAddress(address)).toBe('reserved')
  },
)

test.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://Example.COM:443/Hooks?a=1', 'https://example.com/Hooks?a=1'],
  ['https://example.com.:8443/', 'https://example.com:8443/'],
  ['https:\\\\example.com\\hooks', 'https://example.com/hooks'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ['https://[2606:4700:0:0::1111]/', 'https://[2606:4700::1111]/'],
  ['https://1.1.1.1:65535/', 'https://1.1.1.1:65535/'],
])('the URL %s is normalized to %s', (url, normalized) => {
  expect(judge(url)).toBe(normalized)
})

test.each([
  ['', 'invalid_url'],
  ['example.com/hooks', 'invalid_url'],
  ['https://', 'invalid_url'],
  ['https://exa mple.com/', 'invalid_url'],
  ['https://[fe80::1%25eth0]/', 'invalid_url'],
  ['https://127.0.0.256/', 'invalid_url'],
  ['https://example.com:65536/', 'invalid_url'],
  ['https://example.com../', 'invalid_url'],
  ['https://a..example.com/', 'invalid_url'],
  [`https://${'a'.repeat(64)}.example.com/`, 'invalid_url'],
  [`https://${'a.'.repeat(126)}example/`, 'invalid_url'],
  ['http://example.com/', 'https_required'],
  ['ftp://example.com/', 'https_required'],
  ['file:///etc/passwd', 'https_required'],
  ['https://user@example.com/', 'credentials_not_allowed'],
  ['https://:secret@example.com/', 'credentials_not_allowed'],
  ['https://example.com/#', 'fragment_not_allowed'],
  ['https://example.com/#part', 'fragment_not_allowed'],
  ['https://example.com:0/', 'port_not_allowed'],
  ['https://example.com:22/', 'port_not_allowed'],
  ['https://example.com:0025/', 'port_not_allowed'],
  ['https://example.com:10080/', 'port_not_allowed'],
])('the URL %s is refused: %s', (url, code) => {
  expect(judge(url)).toBe(code)
})

test('plain http is refused to a public address even with the setting', () => {
  expect(judge('http://1.1.1.1/', true)).toBe('https_required')
  expect(judge('http://[::ffff:1.1.1.1]/', true)).toBe('https_required')
})
