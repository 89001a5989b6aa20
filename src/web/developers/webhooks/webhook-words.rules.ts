import type { Webhook } from '#client/resources.ts'
import { webhooksText as text } from '#web/messages/en/webhooks.ts'

/** Host and path. What follows may be a secret, and of a chat the path is one. */
export function formatAddress({ url, format }: Pick<Webhook, 'url' | 'format'>): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed) return url
  if (format !== 'standard') return `${parsed.host}/…`
  return `${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`
}

/** How many kinds are named. */
const NAMED = 2

/** "Everything", or the first kinds and how many more. */
export function formatKinds(events: readonly string[]): string {
  if (events.includes('*')) {
    const others = events.length - 1
    return others > 0 ? `${text.everything} ${text.more(others)}` : text.everything
  }
  const rest = events.length - NAMED
  const names = events.slice(0, rest === 1 ? NAMED + 1 : NAMED).join(', ')
  return rest > 1 ? `${names} ${text.more(rest)}` : names
}

/** Why a webhook is off; undefined while it is on. */
export const disabledReasonOf = ({ enabled, disabled_reason }: Webhook) =>
  enabled ? undefined : (disabled_reason ?? 'manual')
