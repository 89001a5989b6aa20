import type { LucideIcon } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'

import { observable } from '#web/external-store.ts'

/** What the command palette can do on a page, beside the buttons of its header. */
export interface PageCommand {
  readonly label: string
  /** Where two commands may have one label. */
  readonly id?: string
  readonly icon: LucideIcon
  /** What it is about where that is not the page, such as a card. */
  readonly subject?: { readonly id: string; readonly name: string }
  /** The key that does the same. */
  readonly keys?: string
  readonly perform: { readonly to: string } | { readonly act: () => void }
}

/** The commands as they are now, for what had the focus before the palette opened. */
type CommandSource = (focused: Element | null) => readonly PageCommand[]

const sources = observable<readonly CommandSource[]>([])

/** Offers commands while this part of a page is rendered; its labels name what they do without the page around them. */
export function usePageCommands(source: CommandSource) {
  const latest = useRef(source)
  useLayoutEffect(() => {
    latest.current = source
  })
  useLayoutEffect(() => {
    const current: CommandSource = (focused) => latest.current(focused)
    sources.set([...sources.get(), current])
    return () => sources.set(sources.get().filter((one) => one !== current))
  }, [])
}

export const getPageCommands: CommandSource = (focused) =>
  sources.get().flatMap((source) => source(focused))

export const subscribeToPageCommands = sources.subscribe
