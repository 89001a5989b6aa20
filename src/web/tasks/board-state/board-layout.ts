import { useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'

/** What the window gives a list and its cards, in pixels. */
export interface BoardLayout {
  /** Width of a list, and from one list to the next. */
  readonly listWidth: number
  readonly listStep: number
  /** One rem: text may be grown to twice its size. */
  readonly rem: number
  /** Height of a line of a card's title. */
  readonly titleLineHeight: number
  /** Width of a card's inside, and of its title beside the tick. */
  readonly contentWidth: number
  readonly titleWidth: number
  readonly isPhone: boolean
  /** Grows by one when the faces of the text arrive and all has to be measured again. */
  readonly fontRevision: number
}

const GAP = 14
const isPhone = matchMedia('(width < 48rem)')
const listeners = createListeners()
let fontRevision = 0
let current = measure()

const refresh = () => {
  const next = measure()
  const names = Object.keys(next) as (keyof BoardLayout)[] // of a Measures, so they are its keys
  if (names.every((name) => next[name] === current[name])) return
  current = next
  listeners.notify()
}
isPhone.addEventListener('change', refresh)
addEventListener('resize', refresh)
document.fonts.addEventListener('loadingdone', () => {
  fontRevision += 1
  refresh()
})

function measure(): BoardLayout {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const listWidth = isPhone.matches ? Math.min(330, innerWidth - 52) : 272
  // Two hairlines, the list's padding, two hairlines, the card's padding: the classes of list-column and card-tile.
  const contentWidth = listWidth - 2 - rem - 2 - 1.375 * rem
  return {
    listWidth,
    listStep: listWidth + GAP,
    rem,
    titleLineHeight: (isPhone.matches ? 1.3125 : 1.25) * rem,
    contentWidth,
    titleWidth: contentWidth - 1.375 * rem,
    isPhone: isPhone.matches,
    fontRevision,
  }
}

export const useBoardLayout = () => useSyncExternalStore(listeners.subscribe, () => current)
