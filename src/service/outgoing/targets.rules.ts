import { isIP } from 'node:net'

import { classifyAddress } from './addresses.rules.ts'

export interface TargetPolicy {
  /** Allows addresses of private networks, and plain http to them. */
  readonly allowPrivate: boolean
}

type TargetErrorCode =
  | 'invalid_url'
  | 'https_required'
  | 'credentials_not_allowed'
  | 'fragment_not_allowed'
  | 'host_not_allowed'
  | 'port_not_allowed'

export type TargetVerdict =
  /** `url` is normalized: what was judged is what is requested. */
  | { readonly isAllowed: true; readonly url: string }
  | { readonly isAllowed: false; readonly code: TargetErrorCode; readonly message: string }

const messages: Readonly<Record<TargetErrorCode, string>> = {
  invalid_url: 'Invalid URL. Use one such as https://example.com/hooks.',
  https_required: 'The URL must start with https://.',
  credentials_not_allowed: 'The URL must not contain a user name or password.',
  fragment_not_allowed: 'The URL must not contain a fragment (#).',
  host_not_allowed: 'The URL must not point to a private or reserved host.',
  port_not_allowed: 'The port of the URL belongs to another protocol. Use another port.',
}

const refuseTarget = (code: TargetErrorCode): TargetVerdict => ({
  isAllowed: false,
  code,
  message: messages[code],
})

/** Names without a dot are resolved with the search domains of this machine. */
const privateName = /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/

const metadataNames = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
])

/** The bad ports of the Fetch standard: a request to them may be understood as another protocol. */
const badPorts = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
  139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723
  2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
)

/**
 * Judges a URL without resolving its name. The URL class has decoded the host: 127.1, 0x7f000001, 2130706433 and full-width
 * digits are 127.0.0.1 here.
 */
export function judgeTarget(text: string, policy: TargetPolicy): TargetVerdict {
  if (!URL.canParse(text)) return refuseTarget('invalid_url')
  const url = new URL(text)
  const { protocol } = url
  if (protocol !== 'https:' && !(protocol === 'http:' && policy.allowPrivate))
    return refuseTarget('https_required')
  if (url.username || url.password) return refuseTarget('credentials_not_allowed')
  if (url.href.includes('#')) return refuseTarget('fragment_not_allowed')
  if (badPorts.has(url.port)) return refuseTarget('port_not_allowed')

  // A certificate names no trailing dot, and neither do the lists above.
  url.hostname = url.hostname.replace(/\.$/, '')
  const host = hostOf(url)
  if (isIP(host)) return judgeAddresses([host], url, policy)
  const isForbidden = metadataNames.has(host) || (privateName.test(host) && !policy.allowPrivate)
  if (isForbidden) return refuseTarget('host_not_allowed')
  const isName = host.length <= 253 && host.split('.').every((label) => /^.{1,63}$/.test(label))
  return isName ? { isAllowed: true, url: url.href } : refuseTarget('invalid_url')
}

/** One address that is not allowed refuses all: a mixed answer is how DNS rebinding looks. */
export function judgeAddresses(
  addresses: readonly string[],
  url: URL,
  { allowPrivate }: TargetPolicy,
): TargetVerdict {
  const kinds = new Set(addresses.map(classifyAddress))
  if (kinds.has('reserved') || (kinds.has('private') && !allowPrivate))
    return refuseTarget('host_not_allowed')
  if (kinds.has('public') && url.protocol !== 'https:') return refuseTarget('https_required')
  return { isAllowed: true, url: url.href }
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
