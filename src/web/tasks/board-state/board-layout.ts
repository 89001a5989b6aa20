import { useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'
import { preference, subscribe } from '#web/session/preferences.ts'

/** Sizes of lists and cards in this window, in pixels. */
export interface BoardLayout {
  /** Width of a list, and the distance from one list to the next. */
  readonly listWidth: number
  readonly listStep: number
  /** One rem: text may be enlarged to twice its size. */
  readonly rem: number
  readonly titleLineHeight: number
  /** Width inside a card, and of its title next to the toggle. */
  readonly contentWidth: number
  readonly titleWidth: number
  /** Above and below the content of a card, in rem. */
  readonly cardPadding: number
  readonly isPhone: boolean
  /** Grows by one when fonts have loaded and text must be measured again. */
  readonly fontRevision: number
}

const GAP = 14
const isPhone = matchMedia('(width < 48rem)')
const listeners = createListeners()
let fontRevision = 0
let current = measure()

const refresh = () => {
  const next = measure()
  const names = Object.keys(next) as (keyof BoardLayout)[] // of a BoardLayout, so they are its keys
  if (names.every((name) => next[name] === current[name])) return
  current = next
  listeners.notify()
}
isPhone.addEventListener('change', refresh)
addEventListener('resize', refresh)
subscribe(refresh)
document.fonts.addEventListener('loadingdone', () => {
  fontRevision += 1
  refresh()
})

function measure(): BoardLayout {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const listWidth = isPhone.matches ? Math.min(330, innerWidth - 52) : 272
  // Borders and padding of the list and of the card: the classes of list-column.tsx and card-tile.tsx must agree.
  const contentWidth = listWidth - 2 - rem - 2 - 1.375 * rem
  return {
    listWidth,
    listStep: listWidth + GAP,
    rem,
    titleLineHeight: (isPhone.matches ? 1.3125 : 1.25) * rem,
    contentWidth,
    titleWidth: contentWidth - 1.375 * rem,
    // `--spacing-card` of styles.css must agree.
    cardPadding: preference('density') === 'compact' ? 0.375 : 0.625,
    isPhone: isPhone.matches,
    fontRevision,
  }
}

export const useBoardLayout = () => useSyncExternalStore(listeners.subscribe, () => current)
