import { useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'

/** What the window gives a list and its cards, in pixels. */
export interface BoardLayout {
  /** Width of a list, and from one list to the next. */
  readonly list: number
  readonly step: number
  /** One rem: text may be grown to twice its size. */
  readonly rem: number
  /** Height of a line of a card's title. */
  readonly line: number
  /** Width of a card's inside, and of its title beside the tick. */
  readonly contentWidth: number
  readonly title: number
  readonly phone: boolean
  /** Grows by one when the faces of the text arrive and all has to be measured again. */
  readonly fontRevision: number
}

const GAP = 14
const phone = matchMedia('(width < 48rem)')
const changed = createListeners()
let fontRevision = 0
let current = measure()

const refresh = () => {
  const next = measure()
  const names = Object.keys(next) as (keyof BoardLayout)[] // of a Measures, so they are its keys
  if (names.every((name) => next[name] === current[name])) return
  current = next
  changed.tell()
}
phone.addEventListener('change', refresh)
addEventListener('resize', refresh)
document.fonts.addEventListener('loadingdone', () => {
  fontRevision += 1
  refresh()
})

function measure(): BoardLayout {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const list = phone.matches ? Math.min(330, innerWidth - 52) : 272
  // Two hairlines, the list's padding, two hairlines, the card's padding: the classes of list-column and card-tile.
  const contentWidth = list - 2 - rem - 2 - 1.375 * rem
  return {
    list,
    step: list + GAP,
    rem,
    line: (phone.matches ? 1.3125 : 1.25) * rem,
    contentWidth,
    title: contentWidth - 1.375 * rem,
    phone: phone.matches,
    fontRevision,
  }
}

export const useBoardLayout = () => useSyncExternalStore(changed.subscribe, () => current)
