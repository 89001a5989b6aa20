/** The last steps of a card that moved. Played on the element itself, so React has nothing to undo. */

const EASING = 'cubic-bezier(.2,.8,.2,1)'
const DROP_MS = 120

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the person asked for less motion. */
const prefersReducedMotion = () => reducedMotion.matches

/** How something scrolls to where it is wanted; the rule for motion in styles.css does not reach that. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth')

let dropOrigin: { card_id: string; left: number; top: number } | null = null

/** Remembers where the card in hand was let go; the card settles from there once it is drawn. */
export function recordDropOrigin(card_id: string, from: { left: number; top: number } | null) {
  dropOrigin = from && { card_id, ...from }
}

export function animateDrop(element: HTMLElement, card_id: string) {
  if (dropOrigin?.card_id !== card_id) return
  const from = dropOrigin
  dropOrigin = null
  if (prefersReducedMotion()) return
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
}

/** A refused card: a short shake, or a fade where motion is not wanted. */
export function animateError(element: HTMLElement) {
  const frames = prefersReducedMotion()
    ? { opacity: [0.3, 1] }
    : { transform: [0, -5, 5, -3, 3, 0].map((x) => `translateX(${x}px)`) }
  element.animate(frames, { duration: 280, easing: 'ease-out' })
}

let returnAnimation: Animation | null = null

/** The card in hand goes back to where it was lifted. Until it is there it is in nobody's way. */
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

/** Ends a flight that is not over when the next card is lifted. */
export const finishReturn = () => returnAnimation?.finish()
