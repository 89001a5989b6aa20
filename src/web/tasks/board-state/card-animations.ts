/** Animations of cards, played on the element itself, so that React has nothing to revert. */

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

export const prefersReducedMotion = () => reducedMotion.matches

/** For programmatic scrolling, which the motion rule in styles.css does not cover. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth')

interface Drop {
  readonly ids: Set<string>
  readonly animate: (elements: readonly HTMLElement[]) => void
}

let drop: Drop | null = null

/** Sets the cards that were dropped; they are animated together once they are rendered. */
export const setDrop = (next: Drop | null) => void (drop = next)

/** Of the cards that were dropped, those rendered so far. */
const elements: HTMLElement[] = []

/** Returns whether the card was just dropped. */
export function animateDrop(element: HTMLElement, card_id: string): boolean {
  const current = drop
  if (!current?.ids.delete(card_id)) return false
  // After the layout effects of all cards and still before the paint.
  if (elements.push(element) === 1) queueMicrotask(() => current.animate(elements.splice(0)))
  return true
}

/** For a rejected change: a short shake, or a fade with reduced motion. */
export function animateError(element: HTMLElement) {
  const frames = prefersReducedMotion()
    ? { opacity: [0.3, 1] }
    : { transform: [0, -5, 5, -3, 3, 0].map((x) => `translateX(${x}px)`) }
  element.animate(frames, { duration: 280, easing: 'ease-out' })
}
