import type { KeySession } from './session.ts'

interface DeliveryToCheck {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** In memory only, and of one key: a history entry would outlive the session. */
const deliveries = new WeakMap<KeySession, DeliveryToCheck>()

/** The delivery whose signature the person wants to check next. */
export const getDeliveryToCheck = (session: KeySession): DeliveryToCheck | undefined =>
  deliveries.get(session)

export function setDeliveryToCheck(session: KeySession, delivery: DeliveryToCheck | undefined) {
  if (delivery) deliveries.set(session, delivery)
  else deliveries.delete(session)
}
