import { useEffect, useRef } from 'react'

type Urgency = 'polite' | 'assertive'
type Regions = Record<Urgency, HTMLElement>

/** The last is the topmost: all outside an open modal dialog is inert, live regions too. */
const regionStack: Regions[] = []

/** A dialog that closes this soon hands its sentence on: nobody has heard it yet. */
const UNHEARD_MS = 1000
const sentenceTimes = new WeakMap<Element, number>()

/** Says a short result to a screen reader, once; `assertive` for failures and dragging. The result removes it. */
export function announce(message: string, urgency: Urgency = 'polite'): () => void {
  const region = regionStack.at(-1)?.[urgency]
  if (!region) return () => undefined
  // A new node is read even when the sentence is the same as the last.
  const sentence = document.createElement('p')
  sentence.textContent = message
  sentenceTimes.set(sentence, performance.now())
  region.replaceChildren(sentence)
  setTimeout(() => sentence.remove(), 10_000) // so that reading on does not come upon old news
  return () => sentence.remove()
}

/** Moves what a closed dialog has just said to the regions below, which are no longer inert. */
function handOn(closed: Regions) {
  const below = regionStack.at(-1)
  if (!below) return
  for (const urgency of ['polite', 'assertive'] as const) {
    const sentence = closed[urgency].firstElementChild
    const since = performance.now() - (sentence ? (sentenceTimes.get(sentence) ?? 0) : 0)
    if (sentence && since < UNHEARD_MS) below[urgency].replaceChildren(sentence)
  }
}

/** Empties the regions: what was said of one workspace is not read with another. */
export const clearAnnouncements = () => {
  for (const { polite, assertive } of regionStack) {
    polite.replaceChildren()
    assertive.replaceChildren()
  }
}

/** Present from the first paint, and once more inside each open dialog. */
export function LiveRegions() {
  const polite = useRef<HTMLDivElement>(null)
  const assertive = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!polite.current || !assertive.current) return
    const regions = { polite: polite.current, assertive: assertive.current }
    regionStack.push(regions)
    return () => {
      regionStack.splice(regionStack.indexOf(regions), 1)
      handOn(regions)
    }
  }, [])

  return (
    <div className="sr-only">
      <div ref={polite} aria-live="polite" data-testid="live-polite" />
      <div ref={assertive} aria-live="assertive" data-testid="live-assertive" />
    </div>
  )
}
