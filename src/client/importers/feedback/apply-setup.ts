import { allPages, inFlight } from '#client/importers/core/concurrency.ts'
import { nameKey } from '#client/importers/core/external-ref.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { PlannedFeedbackBoard, PlannedUser } from './feedback-plan.ts'

export interface BoardHere {
  /** Undefined in a dry run that would make it. */
  readonly id: string | undefined
  readonly name: string
}

/** The board that was named, or the one for this source, which goes by whatever name it was given here. */
export async function applyBoard(
  { call, ledger, dry, mode }: FeedbackRun,
  planned: PlannedFeedbackBoard,
): Promise<BoardHere> {
  if ('known' in planned) {
    const all = await allPages((page) => call('GET /feedback/boards', page))
    const known = all.find(({ id, slug }) => id === planned.known || slug === planned.known)
    if (!known) throw new Error(`There is no feedback board ${planned.known} here.`)
    ledger.record('boards', 'unchanged')
    return known
  }
  const { external_ref, name } = planned
  const [here] = (await call('GET /feedback/boards', { external_ref })).data
  let board: BoardHere = here ?? { id: undefined, name }
  await ledger.runRecord('boards', { path: 'board', id: external_ref }, async () => {
    if (here) return 'unchanged'
    if (!dry) board = await call('POST /feedback/boards', { external_ref, name, ...mode })
    return 'created'
  })
  return board
}

/** Made before the posts, one after the other: two posts at a time must not make one tag twice. */
export async function applyTags({ call, plan, ledger, dry, mode }: FeedbackRun): Promise<void> {
  if (plan.tags.length === 0) return
  const here = await allPages((page) => call('GET /feedback/tags', page))
  const known = new Set(here.map(({ name }) => nameKey(name)))
  for (const { name, color } of plan.tags) {
    await ledger.runRecord('tags', { path: 'tags', id: name }, async () => {
      if (known.has(nameKey(name))) return 'unchanged'
      const draft = { name, ...(color === undefined ? {} : { color }), ...mode }
      if (!dry) await call('POST /feedback/tags', draft)
      return 'created'
    })
  }
}

/** Who is known here keeps the name they go by here. */
export async function applyUsers(run: FeedbackRun): Promise<void> {
  const { call, plan, ledger, user_ids, dry, mode } = run
  await inFlight(run.in_flight, plan.users, (user) =>
    ledger.runRecord('users', { path: 'users', id: user.ref }, async () => {
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
