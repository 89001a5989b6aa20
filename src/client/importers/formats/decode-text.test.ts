import { expect, test } from 'vitest'

import { decodeText, detectEncoding } from './decode-text.ts'

const line = 'Email;Name\nada@x.io;Zoë Müller\n'
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const swap = (bytes: Uint8Array) => Uint8Array.from(bytes, (_, at) => bytes[at ^ 1] ?? 0)

test.each([
  ['UTF-8', 'utf-8', new TextEncoder().encode(line)],
  ['UTF-8 with a mark', 'utf-8', new TextEncoder().encode(`\uFEFF${line}`)],
  ['UTF-16 with a mark', 'utf-16le', utf16(`\uFEFF${line}`)],
  ['UTF-16 without a mark', 'utf-16le', utf16(line)],
  ['big-endian UTF-16', 'utf-16be', swap(utf16(`\uFEFF${line}`))],
  ['big-endian UTF-16 without a mark', 'utf-16be', swap(utf16(line))],
  ['Windows-1252', 'windows-1252', new Uint8Array(Buffer.from(line, 'latin1'))],
])('a file in %s is detected and decoded', (_, encoding, bytes) => {
  expect(detectEncoding(bytes)).toBe(encoding)
  expect(decodeText(bytes, encoding as 'utf-8')).toBe(line)
})

test('a few NUL characters do not make a file UTF-16', () => {
  const bytes = new TextEncoder().encode(`${line}bo\0b@x.io;B\0ob\n`)
  expect(detectEncoding(bytes)).toBe('utf-8')
})
