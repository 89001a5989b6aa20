import { sanitizeLine } from './sanitize.ts'

const limit = 255

/** An `external_ref` as the service stores it; one that is too long keeps its beginning and a fingerprint of the whole. */
export function createExternalRef(value: string): string {
  const ref = sanitizeLine(value).text
  const chars = [...ref]
  if (chars.length <= limit) return ref
  const start = chars.slice(0, limit - 14).join('')
  return `${start.trimEnd()}~${fingerprint(ref)}`
}

/** A short name for a text: FNV-1a of its code points in base 36, at most 13 characters. */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const char of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n)
  }
  return hash.toString(36)
}

/**
 * Names for comments that have none: by their moment, or their place among the comments of the post. Two at one moment
 * are told apart by their order.
 */
export function createCommentRefs(): (post_ref: string, suffix: string) => string {
  const seen = new Map<string, number>()
  return (post_ref, suffix) => {
    const ref = `${post_ref}/${suffix}`
    const repeats = seen.get(ref) ?? 0
    seen.set(ref, repeats + 1)
    return createExternalRef(repeats === 0 ? ref : `${ref}/${repeats}`)
  }
}
