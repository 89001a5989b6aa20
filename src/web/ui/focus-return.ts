import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Moves the focus to the h1, out of a text: single keys work there. */
export const leaveText = () =>
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })

/** What had the focus was removed: the h1 takes it, so that keys and screen readers go on there. */
export function restoreLostFocus() {
  if (document.activeElement === document.body) leaveText()
}

/** Takes the focus that was lost when something else was shown instead; a page that nobody has used yet keeps it. */
export function useLostFocus() {
  useEffect(() => {
    if (navigator.userActivation.hasBeenActive) restoreLostFocus()
  }, [])
}

/** Moves the focus to the h1 once this part of a page is removed with what had it. */
export function useRestoreFocusOnRemoval() {
  useEffect(() => () => queueMicrotask(restoreLostFocus), [])
}

/** Likewise, but only where the focus was inside of the region: a page that nobody has used keeps its own. */
export function useRestoreFocusOf(region: RefObject<Element | null>) {
  useLayoutEffect(
    () => () => {
      // It is still there: React removes elements after the effects.
      if (region.current?.contains(document.activeElement)) queueMicrotask(restoreLostFocus)
    },
    [region],
  )
}

/** Remembers what had the focus before it entered a region, for a button there that disappears when it is pressed. */
export function useFocusReturn() {
  const previous = useRef<EventTarget | null>(null)
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) previous.current = relatedTarget
    },
    /** Without such an element the focus goes to the h1, in a dialog to its first button. */
    returnFocus: (region: Element) => {
      const hasFocus = () => region.contains(document.activeElement)
      if (!hasFocus()) return
      const element = previous.current
      if (element instanceof HTMLElement && element.isConnected) element.focus()
      if (!hasFocus()) return
      const start =
        region.closest('dialog')?.querySelector('button') ?? document.querySelector('h1')
      start?.focus({ preventScroll: true })
    },
  }
}
