import { useEffect, useState } from 'react'

import { Mark } from '#web/ui/mark.tsx'
import { useTitle } from '#web/ui/title.tsx'
import { signIn } from '#web/words/en-sign-in.ts'
import { words } from '#web/words/en.ts'
import { SavedConnections } from './saved-connections.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Two panes: a key to paste, and the connections this device keeps. */
export function Component() {
  useTitle(signIn.tab, words.app.product)
  const address = useDefaultAddress()

  return (
    <main
      id="content"
      tabIndex={-1}
      data-page="sign-in"
      className="grid min-h-dvh grid-cols-1 bg-surface lg:has-[section]:grid-cols-[52fr_48fr]"
    >
      <div className="grid grid-rows-[auto_1fr_auto] px-4 pb-10 md:px-10">
        <p className="flex items-center gap-3 pt-5 text-section md:pt-7">
          <Mark size={30} />
          {words.app.product}
        </p>
        <div className="mx-auto w-full max-w-[25.25rem] self-center py-10">
          {address !== undefined && <SignInForm defaultAddress={address} />}
        </div>
      </div>
      <SavedConnections />
    </main>
  )
}

/** What the page's own server names as its service, or else its own `/v1`; undefined until that is known. */
function useDefaultAddress() {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const own = `${location.origin}/v1`
    const abort = new AbortController()
    // A server that keeps no such file, or is slow to say so, still gets a form.
    const limit = AbortSignal.any([abort.signal, AbortSignal.timeout(1500)])
    fetch('/config.json', { signal: limit })
      .then((response) => response.json())
      .then((config: { default_base_url?: unknown }) => {
        const named = config.default_base_url
        setAddress(typeof named === 'string' && named ? new URL(named, location.origin).href : own)
      })
      .catch(() => abort.signal.aborted || setAddress(own))
    return () => abort.abort()
  }, [])
  return address
}
