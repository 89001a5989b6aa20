import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** Where the focus was when a page was left, by the key of its place in the history. */
const left = new Map<string, string>()

/** After a change of page the focus goes to the h1, or on the way back to the row that was left. */
export function useRouteFocus() {
  const { key, pathname } = useLocation()
  const way = useNavigationType()
  // The first page of a visit keeps the browser's own focus; 'default' is the router's name for it.
  const from = key === 'default' ? pathname : ''
  const before = useRef({ pathname: from, heading: null as Element | null })

  useEffect(() => {
    const note = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest('[data-id]') : null
      const id = row?.getAttribute('data-id')
      if (id) left.set(key, id)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [key])

  useEffect(() => {
    const { pathname: from, heading: seen } = before.current
    const heading = document.querySelector<HTMLElement>('h1')
    before.current = { pathname, heading }
    // A dialog's address lies over its page, and looks after itself.
    if (pathname === from || (heading === seen && isOneOverTheOther(pathname, from))) return
    if (document.querySelector('dialog[open]')) return
    const row = way === 'POP' ? rowLeft(key) : null
    ;(row ?? heading)?.focus({ preventScroll: row === null })
  }, [key, pathname, way])
}

const rowLeft = (key: string) => {
  const id = left.get(key)
  if (!id) return null
  return document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] :is(a, button)`)
}

const isOneOverTheOther = (one: string, other: string) =>
  one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
