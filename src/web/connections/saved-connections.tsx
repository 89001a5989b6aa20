import LogOut from 'lucide-react/icons/log-out'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { signIn as said } from '#web/messages/en/sign-in.ts'
import {
  activate,
  type Connection,
  forget,
  forgetAll,
  listConnections,
} from '#web/session/connections.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { closeForgotten } from './active-session.ts'
import { nameOf } from './connection-label.tsx'
import { SavedConnection } from './saved-connection.tsx'
import { afterSignIn } from './sign-in-redirect.ts'

// For the exact times; the page does without where they do not come.
const Tooltips = lazy(() =>
  import('#web/ui/tooltip.tsx').then(
    (parts) => ({ default: parts.Tooltips }),
    () => ({ default: () => null }),
  ),
)

/** What this browser keeps; one press connects. Not drawn when nothing is kept. */
export function SavedConnections() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [saved, setSaved] = useState(listConnections)

  const connect = (connection: Connection) => {
    activate(connection.fingerprint)
    void navigate(afterSignIn(search.get('next'), connection), { replace: true })
  }
  const remove = (connection: Connection) => {
    forget(connection.fingerprint)
    showWhatIsLeft()
    announce(said.removed(nameOf(connection)))
  }
  /** What was pressed is gone, so the focus goes to the heading over it. */
  const showWhatIsLeft = () => {
    closeForgotten()
    flushSync(() => setSaved(listConnections()))
    const heading = document.getElementById('saved') ?? document.querySelector('h1')
    heading?.focus()
  }

  if (saved.length === 0) return null
  return (
    <section
      aria-labelledby="saved"
      className="grid grid-cols-1 content-center justify-items-center border-line bg-canvas px-4 py-10 max-lg:border-t lg:border-s"
    >
      <div className="grid w-full max-w-[27rem] grid-cols-1 gap-2">
        <h2 id="saved" tabIndex={-1} className="mb-1 font-medium text-ink-3 outline-none">
          {said.saved}
        </h2>
        <ul className="grid grid-cols-1 gap-2">
          {saved.map((connection) => (
            <SavedConnection
              key={connection.fingerprint}
              connection={connection}
              onConnect={() => connect(connection)}
              onRemove={() => remove(connection)}
              onChanged={() => setSaved(listConnections())}
            />
          ))}
        </ul>
        <Button
          look="quiet"
          icon={LogOut}
          className="-ms-3 mt-2 justify-self-start"
          onClick={() => (forgetAll(), showWhatIsLeft())}
        >
          {said.signOutEverywhere}
        </Button>
      </div>
      <Suspense>
        <Tooltips />
      </Suspense>
    </section>
  )
}
