import type { PortalUser } from '#client/resources.ts'
import { createSessionObservable } from '#web/session/mutations/session-observable.ts'
import type { KeySession } from '#web/session/session.ts'

/** What was chosen on the page of a person and is done on the page of the post, which opens next. */
interface PersonAction {
  readonly kind: 'vote' | 'comment'
  readonly post_id: string
  readonly user: PortalUser
}

const actions = createSessionObservable<PersonAction | null>(null)

export const setPersonAction = (session: KeySession, action: PersonAction) =>
  actions.of(session).set(action)

/** Who votes for or comments on the post that opens, if someone was chosen for that. */
export function getPersonAction(
  session: KeySession,
  kind: PersonAction['kind'],
  post_id: string,
): PortalUser | undefined {
  const action = actions.of(session).get()
  return action?.kind === kind && action.post_id === post_id ? action.user : undefined
}

/** It is done once. */
export const clearPersonAction = (session: KeySession) => actions.of(session).set(null)
