/** The encodings in which spreadsheets write text files. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type TextEncoding = (typeof encodings)[number]

/** By the byte-order mark, else by the zeros that half of UTF-16 is, else UTF-8 where the bytes allow it. */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = countZeros(bytes.subarray(0, 4096))
  const half = Math.min(bytes.length, 4096) / 2
  // A file with a few stray NUL characters is no UTF-16.
  if (zeros.odd > half / 3 && zeros.even < half / 10) return 'utf-16le'
  if (zeros.even > half / 3 && zeros.odd < half / 10) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Without its byte-order mark. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding): string =>
  new TextDecoder(encoding).decode(bytes)

function countZeros(bytes: Uint8Array) {
  const zeros = { even: 0, odd: 0 }
  for (const [index, byte] of bytes.entries())
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1
  return zeros
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** How PNG, JPEG, GIF, PDF, ZIP (as Excel writes), GZIP and old Excel files begin. */
const signatures = ['89504e47', 'ffd8ff', '47494638', '25504446', '504b0304', '1f8b', 'd0cf11e0']

/** Whether a file is no text: an image, a workbook, an archive. */
export function isBinary(bytes: Uint8Array): boolean {
  const start = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return signatures.some((signature) => start.startsWith(signature))
}
