import { prefersReducedMotion, setDrop } from '#web/tasks/board-state/card-animations.ts'

/** Animations of a drag that ends, played on the element itself. Loaded with the drag sensors. */

const EASING = 'cubic-bezier(.2,.8,.2,1)'
const DROP_MS = 120

interface Point {
  readonly left: number
  readonly top: number
}

/** Dropped cards are rendered within this time, or not at all for now. */
const DROP_RENDER_MS = 1000
let dropTimer: ReturnType<typeof setTimeout> | undefined

/** Stores where the overlay was dropped; the cards animate from there once they are rendered. */
export function recordDropOrigin(cards: readonly { readonly id: string }[], from: Point | null) {
  // A card that is rendered later, such as the rest of a stack in view after scrolling, must not come from there.
  clearTimeout(dropTimer)
  dropTimer = setTimeout(() => setDrop(null), DROP_RENDER_MS)
  setDrop(
    from && {
      ids: new Set(cards.map(({ id }) => id)),
      animate: (elements) => animateFrom(from, elements),
    },
  )
}

/** Measures all elements before it animates one: otherwise each measurement would force a layout. */
function animateFrom(from: Point, elements: readonly HTMLElement[]) {
  if (prefersReducedMotion()) return
  const rects = elements.map((element) => element.getBoundingClientRect())
  for (const [index, { left, top }] of rects.entries()) {
    const x = from.left - left
    const y = from.top - top
    elements[index]?.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(2deg)`, zIndex: 10 },
        { transform: 'none', zIndex: 10 },
      ],
      { duration: DROP_MS, easing: EASING },
    )
  }
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
