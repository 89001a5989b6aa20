import type { SyntheticEvent } from 'react'

import { observable } from '#web/external-store.ts'
import { HIDDEN_WAIT_MS } from '#web/ui/lazy-chunk.tsx'

/** A press on a card that may become a drag. */
export interface CardPress {
  readonly card_id: string
  readonly element: HTMLElement
  readonly event: Event
}

/** Gets the events that followed a press which had to wait: keys, or the last move of the mouse and its release. */
type Sensors = (press: CardPress, later: readonly Event[]) => void

interface EarlyPress {
  readonly press: CardPress
  readonly later: Event[]
  readonly stop: () => void
}

/**
 * Passes presses on cards to the drag sensors. Their code is loaded once a drag is likely, and a press before that waits
 * for it: a touch as long as it lasts, the mouse until the person does something else; Space waits together with the keys
 * after it. Once released, each waits a few seconds at most.
 */
export function createDragPress() {
  const isExpected = observable(false)
  let sensors: Sensors | null = null
  let early: EarlyPress | null = null

  const cancel = () => {
    early?.stop()
    early = null
  }
  return {
    /** The pointer or the focus has reached a card: the sensors are loaded. */
    isExpected,
    expect: () => isExpected.set(true),
    press: (reactEvent: SyntheticEvent) => {
      isExpected.set(true)
      const press = toPress(reactEvent)
      if (!press) return
      if (sensors) return sensors(press, [])
      cancel()
      if (press.event instanceof KeyboardEvent) press.event.preventDefault()
      early = waitForSensors(press, cancel)
    },
    /** Ends the wait of an early press: its board is no longer on the page. */
    cancel,
    /** Connects the sensors once they are rendered. Returns how to disconnect them. */
    connect: (next: Sensors) => {
      sensors = next
      const waiting = early
      cancel()
      // A card that was rendered again elsewhere meanwhile was moved by someone else.
      if (waiting?.press.element.isConnected)
        queueMicrotask(() => sensors?.(waiting.press, waiting.later))
      return () => void (sensors = null)
    },
  }
}

export type DragPress = ReturnType<typeof createDragPress>

function toPress({ target, nativeEvent: event }: SyntheticEvent): CardPress | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-card-id]') : null
  const { cardId: card_id, gone } = element?.dataset ?? {}
  if (!element || card_id === undefined || gone || element.draggable) return null
  // Only from the card itself, so the buttons in it keep their keys.
  if (event instanceof KeyboardEvent && (event.code !== 'Space' || target !== element)) return null
  return { card_id, element, event }
}

/** The tolerance of the touch sensor in board-dnd.tsx. */
const SWIPE = 8

const isSwipe = (start: Event, { touches: [now] }: TouchEvent) => {
  const began = start instanceof TouchEvent ? start.touches[0] : undefined
  if (!began || !now) return true
  return Math.hypot(now.clientX - began.clientX, now.clientY - began.clientY) > SWIPE
}

/** Keeps what follows the press, and ends with it. */
function waitForSensors(press: CardPress, cancel: () => void): EarlyPress {
  const later: Event[] = []
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey) return cancel()
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') cancel()
    else if (!event.repeat || event.code !== 'Space') later.push(event)
  }
  const stops = new AbortController()
  const options = { capture: true, signal: stops.signal }
  let timer: ReturnType<typeof setTimeout>
  const cancelOn = (...types: (keyof WindowEventMap)[]) => {
    for (const type of types) addEventListener(type, cancel, options)
  }
  const release = () => void (timer = setTimeout(cancel, HIDDEN_WAIT_MS))
  cancelOn('mousedown', 'touchstart', 'popstate', 'resize')
  if (press.event instanceof KeyboardEvent) {
    addEventListener('keydown', onKeyDown, options)
    release()
  } else {
    cancelOn('touchend', 'touchcancel', 'contextmenu')
    // Captured, so it hears of every element; the press itself moves the focus.
    addEventListener('blur', ({ target }) => target === window && cancel(), options)
    addEventListener('touchmove', (event) => isSwipe(press.event, event) && cancel(), options)
    let isReleased = false
    // Twice: one starts the drag, the next moves it.
    addEventListener(
      'mousemove',
      (event) => isReleased || later.splice(0, 2, event, event),
      options,
    )
    addEventListener(
      'mouseup',
      (event) => {
        const isClick = event.target instanceof Node && press.element.contains(event.target)
        if (isClick || isReleased) return cancel()
        isReleased = true
        later.push(event)
        // The drop waits for the code, unless the person does something else, or another card may be at this point.
        cancelOn('keydown', 'wheel', 'scroll')
        release()
      },
      options,
    )
  }
  const stop = () => {
    clearTimeout(timer)
    stops.abort()
  }
  return { press, later, stop }
}
