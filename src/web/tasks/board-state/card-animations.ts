/** The last steps of a card that moved. Played on the element itself, so React has nothing to undo. */

const CURVE = 'cubic-bezier(.2,.8,.2,1)'
const SETTLE = 120

const still = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the person asked for less motion. */
const prefersStill = () => still.matches

/** How something scrolls to where it is wanted; the rule for motion in styles.css does not reach that. */
export const scrollBehavior = (): ScrollBehavior => (prefersStill() ? 'instant' : 'smooth')

let dropped: { card_id: string; left: number; top: number } | null = null

/** Remembers where the card in hand was let go; the card settles from there once it is drawn. */
export function recordDropOrigin(card_id: string, from: { left: number; top: number } | null) {
  dropped = from && { card_id, ...from }
}

export function animateDrop(element: HTMLElement, card_id: string) {
  if (dropped?.card_id !== card_id) return
  const from = dropped
  dropped = null
  if (prefersStill()) return
  const { left, top } = element.getBoundingClientRect()
  const x = from.left - left
  const y = from.top - top
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) rotate(2deg)`, zIndex: 10 },
      { transform: 'none', zIndex: 10 },
    ],
    { duration: SETTLE, easing: CURVE },
  )
}

/** A refused card: a short shake, or a fade where motion is not wanted. */
export function animateError(element: HTMLElement) {
  const frames = prefersStill()
    ? { opacity: [0.3, 1] }
    : { transform: [0, -5, 5, -3, 3, 0].map((x) => `translateX(${x}px)`) }
  element.animate(frames, { duration: 280, easing: 'ease-out' })
}

let flight: Animation | null = null

/** The card in hand goes back to where it was lifted. Until it is there it is in nobody's way. */
export async function animateReturn(
  element: HTMLElement,
  by: { x: number; y: number },
): Promise<void> {
  if (prefersStill()) return
  const now = getComputedStyle(element).transform
  const home = `${now === 'none' ? '' : now} translate(${by.x}px, ${by.y}px)`
  element.style.pointerEvents = 'none'
  flight = element.animate({ transform: [now, home] }, { duration: 180, easing: CURVE })
  await flight.finished
}

/** Ends a flight that is not over when the next card is lifted. */
export const finishReturn = () => flight?.finish()
