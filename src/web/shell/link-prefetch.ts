import { matchRoutes, type RouteObject } from 'react-router-dom'

import type { KeySession } from '#web/session/session.ts'
import type { PageHandle } from './page-route.ts'

const LINGER = 80

type Asking = Pick<KeySession, 'queryClient' | 'refetchLock'>

/** Fetches what a link leads to once the pointer or the focus has stayed on it for a moment. Returns how to stop. */
export function startLinkPrefetch(session: Asking, routes: RouteObject[]): () => void {
  let on: Element | null = null
  let timer: ReturnType<typeof setTimeout>
  const linger = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link === on) return
    on = link
    clearTimeout(timer)
    if (link instanceof HTMLAnchorElement)
      timer = setTimeout(() => ask(session, routes, link), LINGER)
  }
  const events = ['pointerover', 'focusin'] as const
  for (const event of events) document.addEventListener(event, linger)
  return () => {
    clearTimeout(timer)
    for (const event of events) document.removeEventListener(event, linger)
  }
}

function ask({ queryClient, refetchLock }: Asking, routes: RouteObject[], link: HTMLAnchorElement) {
  const url = new URL(link.href)
  if (
    url.origin !== location.origin ||
    url.pathname === location.pathname ||
    refetchLock.isLocked()
  )
    return
  const page = matchRoutes(routes, url.pathname)?.at(-1)
  // Made by `route`, or none.
  const handle = page?.route.handle as PageHandle | undefined
  handle?.ahead?.(queryClient, page?.params ?? {}, url.searchParams)
}
