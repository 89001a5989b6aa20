import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { CommandError } from './command.ts'

/** The text of a UTF-8 file, compressed or not. Refuses what is no such text with a sentence that says what it is. */
export function readTextFile(path: string): string {
  const bytes = unpacked(path, readBytes(path))
  const refuse = (what: string) => new CommandError(`${path} is ${what}.`)
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) throw refuse('a ZIP archive; unpack it first')
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    throw refuse('UTF-16 text; save it as UTF-8')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse('not UTF-8 text')
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = {
      ENOENT: 'There is no such file',
      EISDIR: 'It is a folder',
      EACCES: 'It may not be read',
    }[code]
    throw new CommandError(`${path} cannot be read. ${why ?? code}.`)
  }
}

function unpacked(path: string, bytes: Buffer): Buffer {
  if (!startsWith(bytes, 0x1f, 0x8b)) return bytes
  try {
    return gunzipSync(bytes)
  } catch {
    throw new CommandError(`${path} is compressed and damaged.`)
  }
}

const startsWith = (bytes: Buffer, ...magic: number[]) =>
  magic.every((byte, at) => bytes[at] === byte)
