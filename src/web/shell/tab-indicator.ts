import { useEffect, useSyncExternalStore } from 'react'

import { isRunning, jobsOf } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { useOnline } from '#web/session/use-connection.ts'
import { setTitleStart } from '#web/ui/page-title.tsx'

/** What a tab that is not looked at tells: how many jobs run, and a dot on its icon while one does or the network is away. */
export function useTabSigns() {
  const jobs = jobsOf(useSession())
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning).length
  const online = useOnline()
  const dotted = useDottedIcon()
  useEffect(() => {
    setTitleStart(running > 0 ? `(${running}) ` : '')
    return () => setTitleStart('')
  }, [running])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon || !dotted || (running === 0 && online)) return
    const plain = icon.href
    icon.href = dotted
    return () => void (icon.href = plain)
  }, [dotted, running, online])
}

let icon: string | undefined
const heard = new Set<() => void>()

/** Drawn while there is a network: without one no other picture could be fetched. */
function useDottedIcon() {
  useEffect(() => {
    if (!icon) void drawIcon().catch(() => undefined)
  }, [])
  return useSyncExternalStore(
    (listener) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    () => icon,
  )
}

// In the colours of favicon.svg, which no theme reaches.
const DOT = '<circle cx="22" cy="22" r="5.5" fill="#db8336" stroke="#f9fdfd" stroke-width="2"/>'

async function drawIcon() {
  const drawing = await (await fetch('/favicon.svg')).text()
  const dotted = new Blob([drawing.replace('</svg>', `${DOT}</svg>`)], { type: 'image/svg+xml' })
  icon = URL.createObjectURL(dotted)
  heard.forEach((listener) => listener())
}
