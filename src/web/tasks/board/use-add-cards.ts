import { useRef } from 'react'
import { flushSync } from 'react-dom'

import type { BoardList, Card } from '#client/resources.ts'
import { boardPartsText as text } from '#web/messages/en/board-parts.ts'
import { randomId } from '#web/session/random-id.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import {
  type BoardActions,
  type QuickAddState,
  useBoardActions,
} from '#web/tasks/board-state/board-context.ts'
import { type ColumnRegistry, findRenderedCard } from '#web/tasks/board-state/column-registry.ts'
import { getCardSaveState, type NewCard } from '#web/tasks/card-changes/card-save-state.ts'
import { createCards } from '#web/tasks/card-changes/create-card.data.ts'
import type { NewCardFields } from '#web/tasks/card-fields/new-card-preview.tsx'
import { getCachedPages } from '#web/tasks/cards/card-cache.ts'
import { flattenCards } from '#web/tasks/cards/card-queries.data.ts'
import { announce, clearAnnouncements } from '#web/ui/live-region.tsx'

type Place = Pick<QuickAddState, 'position' | 'opener'>

/** Adds cards at one end of a list, keeps them in view, and returns the focus when quick add closes. */
export function useAddCards(list: BoardList, { position, opener }: Place) {
  const session = useSession()
  const actions = useBoardActions()
  const { board_id, registry, focus } = actions
  // Outlives the open field: the last card may be saved after it closes.
  const state = useRef({ lastId: '', focusAfterClose: null as Element | null })

  const addCards = (
    cards: readonly NewCardFields[],
    { retried, opens = false }: { retried?: NewCard; opens?: boolean } = {},
  ) => {
    const [{ name } = { name: '' }] = cards
    const isOne = cards.length === 1
    const label = isOne ? text.added(name, list.name) : text.addedMany(cards.length, list.name)
    const savingLabel = isOne ? undefined : text.addingMany(cards.length)
    const onCreated = (card: Card) => {
      state.current.lastId = card.id
      revealOnceRendered(registry, list.id, card.id)
      const { focusAfterClose } = state.current
      // Something else was focused since the field closed.
      if (!focusAfterClose || focusAfterClose !== document.activeElement) return
      // A card has the focus when its dialog closes.
      if (opens) actions.openCard(card)
      else focus.request(card.id)
    }
    const onUndo = (removed: readonly Card[]) => focusNeighbor(actions, removed)
    // At the top the last created card comes first.
    const drafts = (position === 'top' ? cards.toReversed() : cards).map((fields) => ({
      key: randomId(),
      list_id: list.id,
      position,
      ...retried,
      ...fields,
    }))
    const options = { session, board_id, label, savingLabel, onCreated, onUndo }
    const created = createCards(options, drafts)
    const size = countCards(session, board_id, list)
    const at = text.addedAt(name, list.name, position === 'top' ? 1 : size, size)
    void announceOnceSaved(created, cards.length, {
      saving: savingLabel ?? text.savingCard(name),
      saved: isOne ? at : label,
    })
  }

  const close = () => {
    const { lastId } = state.current
    flushSync(actions.closeQuickAdd)
    if (savingIn(session, list).length === 0 && findRenderedCard(registry, lastId)) {
      focus.request(lastId)
    } else {
      focusOpener(actions, list, opener)
      state.current.focusAfterClose = document.activeElement
    }
  }
  /** The form of a rejected card is about to go, with the focus in it. */
  const leaveForm = () => {
    focusAddButton(list.id)
    state.current.focusAfterClose = document.activeElement
  }
  return { addCards, close, leaveForm }
}

const savingIn = (session: KeySession, list: BoardList) =>
  getCardSaveState(session)
    .newCards.get()
    .filter(({ list_id, error }) => list_id === list.id && !error)

const SAVING_AFTER_MS = 1000

/** A rejected card announces its own error. */
async function announceOnceSaved(
  created: Promise<readonly Card[]>,
  count: number,
  sentences: { saving: string; saved: string },
) {
  clearAnnouncements() // the toast of the change says that it is done
  const timer = setTimeout(() => announce(sentences.saving), SAVING_AFTER_MS)
  const { length } = await created
  clearTimeout(timer)
  if (length === count) announce(sentences.saved)
}

/** Includes those being saved. */
function countCards(session: KeySession, board_id: string, list: BoardList): number {
  const loaded = flattenCards(getCachedPages(session.queryClient, board_id, list.id)).length
  return (list.card_count ?? loaded) + savingIn(session, list).length
}

const REVEAL_MS = 1000

/**
 * The list renders a new card a moment after the cache has it, and resizes when its pending row goes or a banner comes.
 * Meanwhile toasts avoid the card.
 */
function revealOnceRendered({ columns }: ColumnRegistry, list_id: string, card_id: string) {
  const column = columns.get(list_id)
  const scroller = column?.scroller()
  const rows = scroller?.firstElementChild
  if (!column || !scroller || !rows) return
  const sizes = new ResizeObserver(() => {
    const index = column.cards().findIndex(({ id }) => id === card_id)
    if (index < 0) return
    column.reveal(index)
    requestAnimationFrame(() => keepClearOfToasts(card_id))
  })
  sizes.observe(rows)
  sizes.observe(scroller)
  setTimeout(() => sizes.disconnect(), REVEAL_MS)
}

const LAST_ADDED = 'data-last-added'

/** The last added card, while the focus is in quick add. */
function keepClearOfToasts(card_id: string) {
  for (const card of document.querySelectorAll(`[${LAST_ADDED}]`)) {
    card.removeAttribute(LAST_ADDED)
    if (card.getAttribute('tabindex') !== '0') card.removeAttribute('data-avoid-toasts')
  }
  const card = document.querySelector(`[data-card-id="${CSS.escape(card_id)}"]`)
  card?.setAttribute(LAST_ADDED, '')
  card?.setAttribute('data-avoid-toasts', 'true')
}

/** The element that had the focus when quick add opened, or the button of the list. */
function focusOpener(
  { registry, focus }: BoardActions,
  list: BoardList,
  opener: Element | null | undefined,
) {
  const card_id = opener instanceof HTMLElement ? opener.dataset['cardId'] : undefined
  if (card_id !== undefined && findRenderedCard(registry, card_id)) {
    return flushSync(() => focus.request(card_id))
  }
  const isUsable = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (isUsable) opener.focus()
  if (!isUsable || document.activeElement !== opener) focusAddButton(list.id)
}

/** The button of the list; on a phone the one of the board. */
function focusAddButton(list_id: string) {
  const inList = `[data-list-id="${CSS.escape(list_id)}"] [data-quick-add]`
  const button = document.querySelector<HTMLElement>(inList)
  ;(button ?? document.querySelector<HTMLElement>('[data-create]'))?.focus()
}

/** Removed cards, or the toast whose Undo removed them, must not take the focus with them. */
function focusNeighbor({ registry, focus }: BoardActions, removed: readonly Card[]) {
  const active = document.activeElement
  const ids = new Set(removed.map(({ id }) => id))
  const activeCard = active?.closest<HTMLElement>('[data-card-id]')?.dataset['cardId'] ?? ''
  const losesFocus =
    active === document.body || active?.closest('[data-testid=toast]') || ids.has(activeCard)
  const [first] = removed
  if (!first || !losesFocus) return
  const cards = registry.columns.get(first.list_id)?.cards() ?? []
  const index = cards.findIndex(({ id }) => ids.has(id))
  const remaining = (card: Card) => !ids.has(card.id)
  const next = cards.slice(index).find(remaining) ?? cards.findLast(remaining)
  if (next) focus.request(next.id)
  else focusAddButton(first.list_id)
}
