import { matchRoutes, type RouteObject } from 'react-router-dom'

import type { KeySession } from '#web/session/session.ts'
import type { PageHandle } from './page-route.ts'

const HOVER_DELAY_MS = 80

type PrefetchSession = Pick<KeySession, 'queryClient' | 'connection' | 'refetchLock'>

/** Prefetches the target of a link that the pointer or the focus rests on. Returns a function that stops it. */
export function startLinkPrefetch(session: PrefetchSession, routes: RouteObject[]): () => void {
  let currentLink: Element | null = null
  let timer: ReturnType<typeof setTimeout>
  const onHover = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link === currentLink) return
    currentLink = link
    clearTimeout(timer)
    if (link instanceof HTMLAnchorElement)
      timer = setTimeout(() => prefetchLink(session, routes, link), HOVER_DELAY_MS)
  }
  const events = ['pointerover', 'focusin'] as const
  for (const event of events) document.addEventListener(event, onHover)
  return () => {
    clearTimeout(timer)
    for (const event of events) document.removeEventListener(event, onHover)
  }
}

function prefetchLink(session: PrefetchSession, routes: RouteObject[], link: HTMLAnchorElement) {
  const url = new URL(link.href)
  if (
    url.origin !== location.origin ||
    url.pathname === location.pathname ||
    session.refetchLock.isLocked()
  )
    return
  const matches = matchRoutes(routes, url.pathname)
  const match = matches?.findLast(({ route }) => route.handle !== undefined)
  // Set by `pageRoute`, or absent.
  const handle = match?.route.handle as PageHandle | undefined
  handle?.prefetch?.(session, match?.params ?? {}, url.searchParams)
}
