/** Animations of cards, played on the element itself, so that React has nothing to revert. */

const EASING = 'cubic-bezier(.2,.8,.2,1)'
const DROP_MS = 120

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

const prefersReducedMotion = () => reducedMotion.matches

/** For programmatic scrolling, which the motion rule in styles.css does not cover. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth')

let dropOrigin: { ids: Set<string>; left: number; top: number } | null = null

/** Stores where the overlay was dropped; the cards animate from there once they are rendered. */
export function recordDropOrigin(
  cards: readonly { readonly id: string }[],
  from: { left: number; top: number } | null,
) {
  dropOrigin = from && { ids: new Set(cards.map(({ id }) => id)), left: from.left, top: from.top }
}

/** Returns whether the card was just dropped. */
export function animateDrop(element: HTMLElement, card_id: string): boolean {
  const from = dropOrigin
  if (!from?.ids.delete(card_id)) return false
  if (prefersReducedMotion()) return true
  const { left, top } = element.getBoundingClientRect()
  const x = from.left - left
  const y = from.top - top
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) rotate(2deg)`, zIndex: 10 },
      { transform: 'none', zIndex: 10 },
    ],
    { duration: DROP_MS, easing: EASING },
  )
  return true
}

/** For a rejected change: a short shake, or a fade with reduced motion. */
export function animateError(element: HTMLElement) {
  const frames = prefersReducedMotion()
    ? { opacity: [0.3, 1] }
    : { transform: [0, -5, 5, -3, 3, 0].map((x) => `translateX(${x}px)`) }
  element.animate(frames, { duration: 280, easing: 'ease-out' })
}

let returnAnimation: Animation | null = null

/** The drag overlay returns to the drag source; meanwhile it ignores the pointer. */
export async function animateReturn(
  element: HTMLElement,
  by: { x: number; y: number },
): Promise<void> {
  if (prefersReducedMotion()) return
  const now = getComputedStyle(element).transform
  const end = `${now === 'none' ? '' : now} translate(${by.x}px, ${by.y}px)`
  element.style.pointerEvents = 'none'
  returnAnimation = element.animate({ transform: [now, end] }, { duration: 180, easing: EASING })
  await returnAnimation.finished
}

/** Ends a return animation that still runs when the next drag starts. */
export const finishReturn = () => returnAnimation?.finish()
