import { useCallback, useEffect } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { type BoardActions, useBoardActions } from '#web/tasks/board-state/board-context.ts'
import type { CardLocationState } from '#web/tasks/board-state/column-registry.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'

export const cardDialog = lazyChunk(() => import('#web/tasks/card-dialog/card-dialog.tsx'))
const focusCardChunk = lazyChunk(() => import('./focus-card.ts'))

/** Opens a card over the board; its address keeps the filter. */
export function useOpenCard(board_id: string): BoardActions['openCard'] {
  const navigate = useNavigate()
  return useCallback(
    ({ id }, startsIn) => {
      const state: CardLocationState = { isOverBoard: true, startsInTitle: startsIn === 'title' }
      void navigate({ pathname: paths.card(board_id, id), search: location.search }, { state })
    },
    [navigate, board_id],
  )
}

/** The card that the address names, over the board. */
export function OpenCard() {
  const actions = useBoardActions()
  const navigate = useNavigate()
  const card_id = useMatch('/boards/:board_id/cards/:card_id')?.params.card_id
  useFocusedCard(actions, card_id)
  if (card_id === undefined) return null
  const cancel = () => {
    const pathname = paths.board(actions.board_id)
    void navigate({ pathname, search: location.search }, { replace: true })
  }
  return (
    <Lazy chunk={cardDialog} fallback={<TypeAheadBuffer onCancel={cancel} />} onCancel={cancel}>
      {({ CardDialog }) => <CardDialog card_id={card_id} />}
    </Lazy>
  )
}

/** Scrolls to the card that the address names, unless it was opened from the board. */
function useFocusedCard(actions: BoardActions, card_id: string | undefined) {
  const session = useSession()
  const { state } = useLocation()
  // Written by useOpenCard; other pages leave it empty.
  const isOverBoard = (state as CardLocationState | null)?.isOverBoard === true
  useEffect(() => {
    if (!card_id || isOverBoard) return
    const controller = new AbortController()
    const { signal } = controller
    // Without this code the board is only not scrolled.
    void focusCardChunk.load().then(
      ({ focusCard }) => focusCard({ session, actions, card_id, signal }),
      () => undefined,
    )
    return () => controller.abort()
  }, [session, actions, card_id, isOverBoard])
}
