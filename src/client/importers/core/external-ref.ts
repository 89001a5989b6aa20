import { oneLine } from './sanitize.ts'

const limit = 255

/** An `external_ref` as the service stores it; one that is too long keeps its beginning and a fingerprint of the whole. */
export function fittingRef(given: string): string {
  const ref = oneLine(given).text
  const chars = [...ref]
  if (chars.length <= limit) return ref
  let hash = 0xcbf29ce484222325n
  for (const char of chars) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n)
  }
  return `${chars
    .slice(0, limit - 14)
    .join('')
    .trimEnd()}~${hash.toString(36)}`
}
