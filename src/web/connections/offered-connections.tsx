import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { signInText as text } from '#web/messages/en/sign-in.ts'
import {
  activate,
  type ConnectionInfo,
  saveConnection,
  hostOf,
  nameOf,
} from '#web/session/connections.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { keyNameOf, ScopePill } from './connection-label.tsx'
import { getSignInRedirect } from './sign-in-redirect.ts'
import { useOfferedConnections } from './use-offered-connections.ts'

/** The connections of other tabs, each taken over with one click. Nothing is rendered before a tab offers one. */
export function OfferedConnections() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { offers, accept } = useOfferedConnections()
  const [busy, setBusy] = useState<string>()
  const [isGone, setGone] = useState(false)
  const first = offers[0]
  const title = first && text.continueAs(keyNameOf(first), nameOf(first))
  useEffect(() => (title ? announce(title) : undefined), [title])

  const connect = async (offer: ConnectionInfo) => {
    setBusy(offer.fingerprint)
    const connection = await accept(offer)
    setBusy(undefined)
    setGone(!connection)
    if (!connection) return void announce(text.offerGone, 'assertive')
    const { fingerprint: _, last4: __, last_used_at: ___, ...kept } = connection
    const saved = await saveConnection(kept)
    activate(saved.fingerprint)
    await navigate(getSignInRedirect(search.get('next'), saved), { replace: true })
  }

  if (offers.length === 0 && !isGone) return null
  return (
    <section aria-labelledby="offers" className="grid gap-2">
      <h2 id="offers" className="font-medium text-ink-3">
        {offers.length > 0 ? text.offers : text.offerGone}
      </h2>
      {offers.map((offer) => (
        <div
          key={offer.fingerprint}
          data-testid="offer"
          data-surface
          className="grid gap-3 rounded-tray border border-line bg-surface p-3.5 shadow-rest"
        >
          <p className="flex min-w-0 items-center justify-between gap-3 text-cell text-ink-3">
            <span className="min-w-0 truncate">{hostOf(offer)}</span>
            <ScopePill connection={offer} />
          </p>
          <Button
            variant="primary"
            size="large"
            busy={busy === offer.fingerprint}
            className="h-auto! min-h-[2.625rem] py-2 whitespace-normal!"
            onClick={() => void connect(offer)}
          >
            {text.continueAs(keyNameOf(offer), nameOf(offer))}
          </Button>
        </div>
      ))}
    </section>
  )
}
