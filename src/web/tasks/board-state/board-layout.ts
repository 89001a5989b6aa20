import { useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'
import { preference, subscribe } from '#web/session/preferences.ts'
import { onTextSizeChange } from './text-measure.ts'

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
  readonly maxTitleLines: 2 | 4
  /** Labels are bars without names. */
  readonly hasLabelBars: boolean
  readonly hasMembers: boolean
  readonly hasIds: boolean
  readonly isPhone: boolean
  /** Space between two cards. */
  readonly cardGap: number
  /** Grows by one when text must be measured again. */
  readonly fontRevision: number
}

// In rem.
const LIST_WIDTH = 17
const PHONE_LIST_WIDTH = 20.625
const LIST_GAP = 0.875
const isPhone = matchMedia('(width < 48rem)')
const forcedColors = matchMedia('(forced-colors: active)')
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
forcedColors.addEventListener('change', refresh)
addEventListener('resize', refresh)
subscribe(refresh)
onTextSizeChange(() => {
  fontRevision += 1
  refresh()
})

function measure(): BoardLayout {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  // With enlarged text a list is never wider than the window beside the rail.
  const listWidth = isPhone.matches
    ? Math.min(PHONE_LIST_WIDTH * rem, innerWidth - 3.25 * rem)
    : Math.min(LIST_WIDTH * rem, innerWidth - 7.5 * rem)
  const isCompact = preference('card_size') === 'compact'
  // Borders and padding of the list and of the card: the classes of list-column.tsx and card-tile.tsx must agree.
  const contentWidth = listWidth - 2 - rem - 2 - 1.375 * rem
  return {
    listWidth,
    listStep: listWidth + LIST_GAP * rem,
    rem,
    cardGap: rem / 2,
    titleLineHeight: (isPhone.matches ? 1.3125 : 1.25) * rem,
    contentWidth,
    titleWidth: contentWidth - 1.375 * rem,
    cardPadding: isCompact || preference('density') === 'compact' ? 0.375 : 0.625,
    maxTitleLines: isCompact ? 2 : 4,
    // Without its color a bar says nothing.
    hasLabelBars: preference('card_labels') === 'bars' && !forcedColors.matches,
    hasMembers: preference('card_members') === 'on',
    hasIds: preference('card_ids') === 'on',
    isPhone: isPhone.matches,
    fontRevision,
  }
}

export const useBoardLayout = () => useSyncExternalStore(listeners.subscribe, () => current)
