import { type KeyboardEvent, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import type { BoardList } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardPartsText } from '#web/messages/en/board-parts.ts'
import { dueText } from '#web/messages/en/due.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { useSession } from '#web/session/session.ts'
import {
  type QuickAddState,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { removeNewCard, type NewCard } from '#web/tasks/card-changes/card-save-state.ts'
import { splitLines } from '#web/tasks/card-changes/create-card.data.ts'
import {
  formatNewCardFacts,
  NewCardPreview,
  readCardText,
} from '#web/tasks/card-fields/new-card-preview.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { consumeTypedText, PASTED_LINE_END } from '#web/ui/type-ahead-buffer.tsx'
import { useAddCards } from './use-add-cards.ts'

const MAX_LENGTH = 512
const DUE_EXAMPLE = `!${dueText.tomorrow.toLowerCase()}`
const fieldClass =
  'field-sizing-content w-full resize-none rounded-card border border-control bg-surface px-2.75 py-2 text-body font-medium shadow-rest focus:border-focus focus:outline-2 focus:outline-focus'

/** A field for one title after another. Several pasted lines become several cards. */
export function QuickAdd({ list, quickAdd }: { list: BoardList; quickAdd: QuickAddState }) {
  const { closeQuickAdd, registry } = useBoardActions()
  // The draft survives Escape, for when the field is opened again.
  const [text, setText, clearDraft] = useDraft(`new-card:${list.id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const preview = useId()
  const { labels } = useBoardValues()
  const read = (typed: string) => splitLines(typed).map((line) => readCardText(line, labels))
  const cards = read(text)
  const { addCards, close } = useAddCards(list, quickAdd)

  const save = (all: typeof cards, opens = false) => {
    if (all.length > 0) addCards(all, { opens })
    clearDraft()
    if (opens) close()
    else field.current?.focus()
  }
  const change = (next: string) => {
    setText(next)
    const facts = formatNewCardFacts(read(next), labels)
    if (facts !== formatNewCardFacts(cards, labels))
      announce(facts || boardPartsText.recognizedNone)
  }
  // Text typed before this field was rendered; each Enter in it adds a card.
  const takeTypeAhead = useEffectEvent(() => {
    const typed = consumeTypedText()
    if (!typed) return
    // Several pasted lines are offered as several cards.
    if (typed.includes(PASTED_LINE_END))
      return setText(text + typed.replaceAll(PASTED_LINE_END, '\n'))
    const lines = typed.split('\n')
    if (read(text + typed).some(({ name }) => name === '')) return setText(text + typed)
    const last = lines.pop() ?? ''
    if (lines.length === 0) return setText(text + last)
    save(read(text + lines.join('\n')))
    setText(last)
  })
  useLayoutEffect(() => {
    const scroller = registry.columns.get(list.id)?.scroller()
    takeTypeAhead()
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
    if (quickAdd.position === 'top') scroller?.scrollTo({ top: 0 })
    return quickAdd.position === 'bottom' && scroller ? stayAtBottom(scroller) : undefined
  }, [registry, list.id, quickAdd.position])
  const tooLong = cards.some(({ name }) => [...name].length > MAX_LENGTH)
  const isUntitled = cards.some(({ name }) => name === '')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key !== 'Enter' || event.target !== field.current) return
    event.preventDefault()
    if (cards.length === 1 && !tooLong && !isUntitled) save(cards, event.shiftKey)
  }

  return (
    <form
      data-avoid-toasts
      className="grid shrink-0 gap-1.5 px-2 pb-2"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget) || text) return
        closeQuickAdd()
      }}
    >
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={boardPartsText.newCardName(list.name)}
        aria-invalid={tooLong || undefined}
        aria-describedby={preview}
        onChange={(event) => change(event.target.value)}
        className={`${fieldClass} max-h-40`}
      />
      <NewCardPreview id={preview} cards={cards} />
      {formatNewCardFacts(cards, labels) === '' && (
        <p id={preview} className="text-meta text-ink-3">
          {boardPartsText[labels.size > 0 ? 'textHint' : 'textHintDue'](DUE_EXAMPLE)}
        </p>
      )}
      {isUntitled && <p className="text-meta text-ink-3">{boardPartsText.titleMissing}</p>}
      {tooLong && <p className="text-meta text-bad-ink">{boardPartsText.nameTooLong}</p>}
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          variant="primary"
          size="small"
          disabled={tooLong || isUntitled}
          onClick={() => save(cards)}
        >
          {cards.length > 1 ? boardPartsText.createMany(cards.length) : boardPartsText.add}
        </Button>
        {cards.length > 1 && (
          <Button size="small" onClick={() => change(splitLines(text).join(' '))}>
            {boardPartsText.createOne}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={close}>
          {messages.app.cancel}
        </Button>
      </div>
    </form>
  )
}

/** A list scrolled to its end loads its next page, below what is in view. Ends when someone scrolls up. */
function stayAtBottom(scroller: HTMLElement) {
  let bottom = 0
  const scrollToBottom = () => {
    if (scroller.scrollTop < bottom) return
    scroller.scrollTo({ top: scroller.scrollHeight })
    bottom = Math.floor(scroller.scrollTop)
  }
  const sizes = new ResizeObserver(scrollToBottom)
  const rows = scroller.firstElementChild
  if (rows) sizes.observe(rows)
  scrollToBottom()
  return () => sizes.disconnect()
}

/** A card that is being saved. A rejected one keeps its text until it is retried or discarded. */
export function PendingCard({ card, list }: { card: NewCard; list: BoardList }) {
  const session = useSession()
  const [text, setText] = useState(card.name)
  const { addCards, leaveForm } = useAddCards(list, card)
  const retry = () => {
    const name = text.trim()
    if (!name) return
    leaveForm()
    addCards([{ name }], { retried: card })
  }

  const discard = () => {
    leaveForm()
    removeNewCard(session, card.key)
  }

  if (!card.error) {
    return (
      <p
        aria-busy="true"
        className="mx-2 mb-2 flex shrink-0 items-baseline gap-2 rounded-card border border-line bg-surface px-2.75 py-2.5 font-medium wrap-anywhere opacity-70"
      >
        <span className="line-clamp-4 min-w-0 flex-1">{card.name}</span>
        <span className="text-tag text-ink-3">{boardPartsText.saving}</span>
      </p>
    )
  }
  const canDuplicate = session.mutate.canDuplicate('POST /boards/:board_id/cards')
  return (
    <form
      role="group"
      data-avoid-toasts
      aria-label={card.name}
      className="mx-2 mb-2 grid shrink-0 gap-1.5 rounded-card border border-bad-solid bg-surface p-2"
      onSubmit={(event) => (event.preventDefault(), retry())}
    >
      <textarea
        rows={1}
        value={text}
        aria-label={boardPartsText.newCardName(card.name)}
        onChange={(event) => setText(event.target.value)}
        className={`${fieldClass} max-h-40`}
      />
      <NewCardPreview cards={[card]} />
      <p role="alert" className="text-meta text-bad-ink">
        {formatSaveError(card.error, { canDuplicate, textKept: true })}
      </p>
      <div className="flex gap-1.5">
        <Button size="small" type="submit">
          {messages.app.tryAgain}
        </Button>
        <Button size="small" variant="quiet" onClick={discard}>
          {boardPartsText.discard}
        </Button>
      </div>
    </form>
  )
}
