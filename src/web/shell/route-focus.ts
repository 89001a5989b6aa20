import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** The row focused last, by history entry. */
const focusedIds = new Map<string, string>()

/** Moves the focus to the h1 after a navigation, to the field of a form, or back to the row focused before or of the item that was open. */
export function useRouteFocus() {
  const { key, pathname, state } = useLocation()
  const navigationType = useNavigationType()
  // The first page keeps the browser's focus; 'default' is its key in the router.
  const from = key === 'default' ? pathname : ''
  const previous = useRef({ pathname: from, heading: null as Element | null })

  useEffect(() => {
    const onFocusIn = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest('[data-id]') : null
      const id = row?.getAttribute('data-id')
      if (id) focusedIds.set(key, id)
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [key])

  useEffect(() => {
    const { pathname: from, heading: seen } = previous.current
    const heading = document.querySelector<HTMLElement>('h1')
    previous.current = { pathname, heading }
    // A dialog route manages its own focus.
    if (pathname === from || (heading === seen && isNestedPath(pathname, from))) return
    // A page that only got another address keeps the focus with this state.
    if (state === 'keep focus' || document.querySelector('dialog[open]')) return
    // The state is `FOCUS_ROW` of ui/use-list-keys.ts, whose code is not for every page.
    const left = state === 'focus row' ? from.split('/').at(-1) : undefined
    const row = findRow(navigationType === 'POP' ? focusedIds.get(key) : left)
    const field = document.querySelector<HTMLElement>('main [data-autofocus]')
    ;(row ?? field ?? heading)?.focus({ preventScroll: row === null })
  }, [key, pathname, navigationType, state])
}

const findRow = (id: string | undefined) => {
  if (!id) return null
  return document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] :is(a, button)`)
}

const isNestedPath = (a: string, b: string) => a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
