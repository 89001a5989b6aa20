import { closeSession } from '#web/connections/active-session.ts'
import { paths } from '#web/paths.ts'
import { onSignedOutElsewhere } from '#web/session/connections.ts'
import type { createRouter } from './router.tsx'

/** Closes the session and opens the sign-in page when another tab signs out everywhere. */
export function startSignOutSync(router: ReturnType<typeof createRouter>) {
  onSignedOutElsewhere(() => {
    closeSession()
    void router.navigate(paths.signIn(), { replace: true })
  })
}
