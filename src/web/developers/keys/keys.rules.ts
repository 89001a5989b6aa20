import type { ApiKey } from '#client/resources.ts'
import { addDays, type PlainDate } from '#contract/plain-date.rules.ts'
import { startOfDay } from '#contract/zoned-time.rules.ts'

const DAY = 86_400_000
/** From then on the list warns. */
const EXPIRES_SOON = 7 * DAY

export const accesses = ['read', 'write', 'admin'] as const
export type Access = (typeof accesses)[number]

/** Undefined where the server says nothing about the key. */
export const accessOf = (key: {
  readonly scope: ApiKey['scope'] | undefined
  readonly admin: boolean | undefined
}): Access | undefined => (key.admin ? 'admin' : key.scope)

/** What an access is in a request. */
export const scopeOf = (access: Access) => ({
  scope: access === 'read' ? ('read' as const) : ('write' as const),
  ...(access === 'admin' && { admin: true }),
})

/** As much of a key as may be displayed. */
export const formatKey = ({ prefix = '', last4 }: { prefix?: string; last4: string }) =>
  `${prefix}…${last4}`

/** `now` is the time of the server, which refuses an expired key. */
export function keyStateOf({ expires_at }: Pick<ApiKey, 'expires_at'>, now: Date) {
  if (expires_at === null) return 'active'
  const left = Date.parse(expires_at) - now.getTime()
  if (left <= 0) return 'expired'
  return left < EXPIRES_SOON ? 'expiring' : 'active'
}

export const expiries = ['never', '30', '90', '365', 'date'] as const
export type Expiry = (typeof expiries)[number]

/** When a key stops working: null for never, undefined while the date is missing. Of a date, at the end of its day. */
export function expiryOf(
  expiry: Expiry,
  date: PlainDate | null,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Date | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * DAY)
  // Its last moment, so that it has the same date wherever it is shown.
  return date === null ? undefined : new Date(startOfDay(addDays(date, 1), timeZone).getTime() - 1)
}

/** Whether revoking it would leave no admin key that works; the server refuses that. */
export function isLastAdminKey(key: ApiKey, keys: readonly ApiKey[], now: Date): boolean {
  const isUsable = (one: ApiKey) => one.admin && keyStateOf(one, now) !== 'expired'
  return isUsable(key) && !keys.some((one) => one.id !== key.id && isUsable(one))
}
