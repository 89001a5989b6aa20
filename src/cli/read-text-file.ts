import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { CommandError } from './command.ts'

/** Reads a UTF-8 file, gzipped or not. Throws a `CommandError` that names any other encoding. */
export function readTextFile(path: string): string {
  const bytes = decompress(path, readBytes(path))
  const createError = (content: string) => new CommandError(`${path} is ${content}.`)
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) throw createError('a ZIP archive; unpack it first')
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    throw createError('UTF-16 text; save it as UTF-8')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw createError('not UTF-8 text')
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = {
      ENOENT: 'No such file',
      EISDIR: 'It is a folder',
      EACCES: 'Permission denied',
    }[code]
    throw new CommandError(`${path} cannot be read. ${reason ?? code}.`)
  }
}

function decompress(path: string, bytes: Buffer): Buffer {
  if (!startsWith(bytes, 0x1f, 0x8b)) return bytes
  try {
    return gunzipSync(bytes)
  } catch {
    throw new CommandError(`${path} is a damaged gzip file.`)
  }
}

const startsWith = (bytes: Buffer, ...magic: number[]) =>
  magic.every((byte, at) => bytes[at] === byte)
