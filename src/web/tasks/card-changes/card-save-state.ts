import type { ApiError } from '#client/api-error.ts'
import { type Observable, observable } from '#web/external-store.ts'
import type { KeySession } from '#web/session/session.ts'

/** A rejected move or change, shown on the card itself until the person acts. */
export interface CardError {
  readonly message: string
  readonly retry: () => void
  /** The label of the button, unless it is "Try again". */
  readonly label?: string
  /** The card no longer exists. */
  readonly isGone?: true
}

/** A card that is being saved, or was rejected and keeps its text. */
export interface NewCard {
  readonly key: string
  readonly list_id: string
  readonly name: string
  readonly position: 'top' | 'bottom'
  readonly label_ids?: readonly string[] | undefined
  readonly due_at?: string | undefined
  readonly error?: ApiError
  /** Of a request whose response was lost: the same name is sent again with its idempotency key. */
  readonly lost?: { readonly name: string; readonly key: string } | undefined
}

/** The state of cards that exists only in this page, not on the server. */
interface CardSaveState {
  readonly errors: Observable<ReadonlyMap<string, CardError>>
  readonly newCards: Observable<readonly NewCard[]>
  /** The card of each mutation that has had no response for a second. */
  readonly saving: Observable<readonly string[]>
}

const saveStates = new WeakMap<KeySession, CardSaveState>()

/** Stored by session: another key starts without them. */
export function getCardSaveState(session: KeySession): CardSaveState {
  const existing = saveStates.get(session)
  if (existing) return existing
  const created = {
    errors: observable<ReadonlyMap<string, CardError>>(new Map()),
    newCards: observable<readonly NewCard[]>([]),
    saving: observable<readonly string[]>([]),
  }
  saveStates.set(session, created)
  return created
}

export function setCardError(session: KeySession, card_id: string, error: CardError | null) {
  const { errors } = getCardSaveState(session)
  if (!error && !errors.get().has(card_id)) return
  const next = new Map(errors.get())
  if (error) next.set(card_id, error)
  else next.delete(card_id)
  errors.set(next)
}

const SAVING_AFTER_MS = 1000

/** Shows a card as being saved once its mutation has had no response for a second. */
export async function trackSaving(session: KeySession, card_id: string, result: Promise<unknown>) {
  const { saving } = getCardSaveState(session)
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    saving.set([...saving.get(), card_id])
  }, SAVING_AFTER_MS)
  await result
  clearTimeout(timer)
  if (isShown) saving.set(saving.get().toSpliced(saving.get().indexOf(card_id), 1))
}

export function setNewCard(session: KeySession, card: NewCard) {
  const { newCards } = getCardSaveState(session)
  const cards = newCards.get()
  const isUpdate = cards.some(({ key }) => key === card.key)
  newCards.set(
    isUpdate ? cards.map((one) => (one.key === card.key ? card : one)) : [...cards, card],
  )
}

export function removeNewCard(session: KeySession, key: string) {
  const { newCards } = getCardSaveState(session)
  newCards.set(newCards.get().filter((card) => card.key !== key))
}
