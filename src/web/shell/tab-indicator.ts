import { useEffect, useSyncExternalStore } from 'react'

import { observable, useOnline } from '#web/external-store.ts'
import { isRunning, getJobs } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { setTitlePrefix } from '#web/ui/page-title.tsx'

/** For a background tab: the number of running jobs in the title, and a dot on the icon while a job runs or offline. */
export function useTabIndicator() {
  const jobs = getJobs(useSession())
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning).length
  const online = useOnline()
  const iconWithDot = useIconWithDot()
  useEffect(() => {
    setTitlePrefix(running > 0 ? `(${running}) ` : '')
    return () => setTitlePrefix('')
  }, [running])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon || !iconWithDot || (running === 0 && online)) return
    const original = icon.href
    icon.href = iconWithDot
    return () => void (icon.href = original)
  }, [iconWithDot, running, online])
}

const dottedIcon = observable<string | undefined>(undefined)

/** Created while online: offline the icon could not be fetched. */
function useIconWithDot() {
  useEffect(() => {
    if (!dottedIcon.get()) void drawIcon().catch(() => undefined)
  }, [])
  return useSyncExternalStore(dottedIcon.subscribe, dottedIcon.get)
}

// In the colors of favicon.svg, which has no theme.
const DOT = '<circle cx="22" cy="22" r="5.5" fill="#db8336" stroke="#f9fdfd" stroke-width="2"/>'

async function drawIcon() {
  const drawing = await (await fetch('/favicon.svg')).text()
  const blob = new Blob([drawing.replace('</svg>', `${DOT}</svg>`)], { type: 'image/svg+xml' })
  dottedIcon.set(URL.createObjectURL(blob))
}
