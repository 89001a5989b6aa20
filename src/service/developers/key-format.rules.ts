import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6

/** `wsk_w_`, 32 random characters, and 6 that catch typing errors and help secret scanners. */
export function generateKey(scope: 'read' | 'write'): string {
  const body = `wsk_${scope === 'write' ? 'w' : 'r'}_${randomCharacters(randomLength)}`
  return body + checksum(body)
}

const checksum = (body: string) => {
  let text = ''
  for (let rest = crc32(body); text.length < checksumLength; rest = Math.floor(rest / 62))
    text = alphabet.charAt(rest % 62) + text
  return text
}

/** Uniformly distributed: bytes from 248, the largest multiple of 62, are discarded. */
function randomCharacters(count: number): string {
  let text = ''
  while (text.length < count)
    for (const byte of randomBytes(count))
      if (byte < 248 && text.length < count) text += alphabet.charAt(byte % 62)
  return text
}

export const isWellFormed = (key: string): boolean =>
  /^wsk_[rw]_[0-9A-Za-z]{38}$/.test(key) &&
  checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength)
