import { inFlight } from '#client/importers/core/concurrency.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { PlannedUser } from './feedback-plan.ts'

/** Who is known here keeps the name they go by here. */
export async function applyUsers(run: FeedbackRun): Promise<void> {
  const { call, plan, ledger, user_ids, dry, mode } = run
  await inFlight(run.in_flight, plan.users, (user) =>
    ledger.settle('users', { path: 'users', id: user.ref }, async () => {
      const identity = identityOf(user)
      const [here] = (await call('GET /feedback/users', identity)).data
      const named = user.name === undefined ? {} : { name: user.name }
      const marked = user.bot ? { attributes: { bot: 'true' } } : {}
      const draft = { ...identity, ...named, ...marked, ...mode }
      const known =
        here ?? (dry ? { id: user.ref } : await call('POST /feedback/users/identify', draft))
      user_ids.set(user.ref, known.id)
      return here ? 'unchanged' : 'created'
    }),
  )
}

const identityOf = (user: PlannedUser) =>
  'email' in user ? { email: user.email } : { external_id: user.external_id }
