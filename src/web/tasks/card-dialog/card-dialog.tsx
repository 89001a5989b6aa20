import StickyNote from 'lucide-react/icons/sticky-note'
import X from 'lucide-react/icons/x'
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'

import type { Card } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useBoard, useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import type { CardMutationContext } from '#web/tasks/card-changes/card-mutation.ts'
import { setCardStatus } from '#web/tasks/card-changes/edit-cards.data.ts'
import { cardQuery } from '#web/tasks/cards/card-queries.data.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { usePageCommands } from '#web/ui/popup/page-commands.ts'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { createCardCommands } from './card-commands.ts'
import { visibleTitle } from './card-details.rules.ts'
import { CardDetails } from './card-details.tsx'
import { CardHeader } from './card-header.tsx'
import { useCardKeys, useCardNavigation } from './card-navigation.ts'
import { type CardScope, CardScopeContext, useCard } from './card-scope.ts'

/** One card over its board, which stays mounted. On a phone a full page. */
export function CardDialog({ card_id }: { card_id: string }) {
  const board = useBoard()
  const { context, ifEditable, openEditor, openMoveDialog, toggleCompleted, focus, registry } =
    useBoardActions()
  const { canEdit, offlineProps } = useBoardValues()
  const { card, query } = useCard(board, card_id)
  const heading = useId()
  // One that was opened by a key just before the dialog closes may not be rendered yet.
  const opened = useRef(card_id)
  useLayoutEffect(() => void (opened.current = card_id), [card_id])
  const navigation = useCardNavigation({ board, card, registry, opened })
  const unsaved = useRef<{ readonly discard: () => void } | null>(null)
  const onDirty = useCallback((dirty: typeof unsaved.current) => void (unsaved.current = dirty), [])
  const { close, confirmation } = useUnsavedChanges(
    () => unsaved.current !== null,
    () => {
      unsaved.current?.discard()
      navigation.close()
    },
  )
  useLiveQueries([cardQuery(card_id).queryKey], { scope: boardScope(board.id) })
  const isMissing = query.error?.code === 'not_found'
  const isElsewhere = query.data !== undefined && isOnAnotherBoard(query.data, board)
  useTitle(card ? visibleTitle(card.name, text.untitled) : text.loading, board.name)
  useEffect(() => {
    if (isElsewhere) navigation.resolve()
  })
  // Once the dialog is closed: what is outside it cannot take the focus.
  useEffect(
    () => () => {
      const isOnBoard = [...registry.columns.values()].some((column) =>
        column.cards().some(({ id }) => id === opened.current),
      )
      if (isOnBoard) focus.request(opened.current)
    },
    [focus, registry],
  )

  // The card or the skeleton before had the focus, and is gone.
  const isLoaded = card !== undefined
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.card-dialog [data-autofocus]')?.focus()
  }, [card_id, isLoaded, isMissing])

  const scope: CardScope | null = card
    ? {
        card,
        board,
        canEdit,
        offlineProps,
        context,
        ifEditable,
        openEditor: (field) => openEditor(field, [card], () => findControl(field)),
        openMove: () => openMoveDialog(card, () => findControl('move')),
        toggleCompleted: () => toggleCompleted(card, !card.completed),
      }
    : null
  useCardKeys(isMissing ? null : scope, navigation)
  const session = useSession()
  usePageCommands(() =>
    scope && !isMissing && !isElsewhere
      ? createCardCommands({ session, cards: [scope.card], edits: canEdit ? scope : undefined })
      : [],
  )

  const frame = (children: ReactNode) => (
    <Modal
      name={isMissing || !card ? { label: text.loading } : { heading }}
      onClose={close}
      className="card-dialog inset-0 h-dvh max-h-none max-md:border-0 md:m-auto md:h-[min(42rem,100dvh-4rem)] md:w-[min(52rem,100vw-3rem)] md:rounded-dialog"
    >
      {children}
      {confirmation}
    </Modal>
  )
  if (isMissing)
    return frame(
      <MissingCard card={card} context={context} canRestore={canEdit} onClose={navigation.close} />,
    )
  if (!scope || isElsewhere)
    return frame(
      <div className="grid h-full content-start">
        <div className="flex justify-end px-4 py-3">
          <IconButton icon={X} label={messages.app.close} onClick={close} data-autofocus />
        </div>
        {query.isError ? (
          <ErrorState
            title={text.failed}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div role="img" aria-label={text.loading} className="grid animate-pulse gap-4 p-5">
            <div className="h-8 rounded-card bg-sunken" />
            <div className="h-21 rounded-card bg-sunken" />
          </div>
        )}
      </div>,
    )
  return frame(
    <CardScopeContext value={scope}>
      <div className="grid h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)]">
        <CardHeader navigation={navigation} onClose={close} />
        <div className="min-h-0 overflow-y-auto overscroll-contain">
          <CardDetails
            key={card_id}
            headingId={heading}
            startsInTitle={navigation.startsInTitle}
            onDirty={onDirty}
          />
        </div>
      </div>
    </CardScopeContext>,
  )
}

interface MissingCardProps {
  /** As it was before someone deleted it. */
  card: Card | undefined
  context: () => CardMutationContext
  canRestore: boolean
  onClose: () => void
}

/** Instead of a card that does not exist. */
function MissingCard({ card, context, canRestore, onClose }: MissingCardProps) {
  const canDelete = useCapability('cards.delete')
  useEffect(() => announce(text.notFound, 'assertive'), [])
  return (
    <div className="grid h-full">
      <PageState
        state="missing"
        icon={StickyNote}
        title={text.notFound}
        action={
          <>
            <Button variant="primary" data-autofocus onClick={onClose}>
              {text.backToBoard}
            </Button>
            {card && canRestore && canDelete && (
              <Button onClick={() => setCardStatus(context(), card, 'restore')}>
                {text.restore}
              </Button>
            )}
          </>
        }
      >
        {text.notFoundDescription}
      </PageState>
    </div>
  )
}

/** A server of the public API alone does not return the board, but the board has its lists. */
const isOnAnotherBoard = (
  card: Pick<CardScope['card'], 'list_id'> & { board_id?: string | undefined },
  board: CardScope['board'],
): boolean =>
  card.board_id === undefined
    ? !board.lists.some(({ id }) => id === card.list_id)
    : card.board_id !== board.id

const findControl = (field: string): Element | null =>
  document.querySelector(`.card-dialog [data-field="${field}"]`)
