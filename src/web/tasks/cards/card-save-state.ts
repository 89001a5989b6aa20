import { type Observable, observable } from '#web/external-store.ts'
import type { KeySession } from '#web/session/session.ts'

/** A move or change the service refused, told on the card itself until the person acts. */
export interface CardError {
  readonly message: string
  /** What the person may do about it: try again, unless `label` calls it something else. */
  readonly retry: () => void
  readonly label?: string
  /** The service has no such card any more. */
  readonly isGone?: true
}

/** A card on its way to the service, or refused and kept with its text. */
export interface NewCard {
  readonly key: string
  readonly list_id: string
  readonly name: string
  readonly position: 'top' | 'bottom'
  readonly problem?: string
  /** Of a request whose answer was lost: the same name is asked for under its old key. */
  readonly lost?: { readonly name: string; readonly key: string } | undefined
}

/** What the page knows of cards and the service does not. */
interface CardSaveState {
  readonly errors: Observable<ReadonlyMap<string, CardError>>
  readonly newCards: Observable<readonly NewCard[]>
}

const saveStates = new WeakMap<KeySession, CardSaveState>()

/** Kept by session: another key starts without them. */
export function getCardSaveState(session: KeySession): CardSaveState {
  const known = saveStates.get(session)
  if (known) return known
  const made = {
    errors: observable<ReadonlyMap<string, CardError>>(new Map()),
    newCards: observable<readonly NewCard[]>([]),
  }
  saveStates.set(session, made)
  return made
}

export function setCardError(session: KeySession, card_id: string, error: CardError | null) {
  const { errors } = getCardSaveState(session)
  if (!error && !errors.get().has(card_id)) return
  const next = new Map(errors.get())
  if (error) next.set(card_id, error)
  else next.delete(card_id)
  errors.set(next)
}

export function setNewCard(session: KeySession, card: NewCard) {
  const { newCards } = getCardSaveState(session)
  const others = newCards.get()
  const known = others.some(({ key }) => key === card.key)
  newCards.set(known ? others.map((one) => (one.key === card.key ? card : one)) : [...others, card])
}

export function removeNewCard(session: KeySession, key: string) {
  const { newCards } = getCardSaveState(session)
  newCards.set(newCards.get().filter((card) => card.key !== key))
}
