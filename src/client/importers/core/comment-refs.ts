import { fittingRef } from './external-ref.ts'

/**
 * Names for comments that have none: by their moment, or their place among the comments of the post. Two at one moment
 * are told apart by their order.
 */
export function openCommentRefs(): (post_ref: string, place: string) => string {
  const seen = new Map<string, number>()
  return (post_ref, place) => {
    const ref = `${post_ref}/${place}`
    const repeats = seen.get(ref) ?? 0
    seen.set(ref, repeats + 1)
    return fittingRef(repeats === 0 ? ref : `${ref}/${repeats}`)
  }
}
