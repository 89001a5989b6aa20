import { closeSession } from '#web/connections/active-session.ts'
import { paths } from '#web/paths.ts'
import { onSignedOutElsewhere } from '#web/session/connections.ts'
import { router } from './router.tsx'

/** Another tab signed out everywhere: this one forgets what it shows and asks for a key. */
export function startSignOutSync() {
  onSignedOutElsewhere(() => {
    closeSession()
    void router.navigate(paths.signIn(), { replace: true })
  })
}
