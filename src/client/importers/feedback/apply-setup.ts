import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { fetchAll } from '#client/importers/core/import-call.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { PlannedFeedbackBoard, PlannedUser } from './feedback-plan.ts'

export interface TargetBoard {
  /** Undefined in a dry run that would make it. */
  readonly id: string | undefined
  readonly name: string
}

/** The board that was named, or the one for this source, which goes by whatever name it was given here. */
export async function applyBoard(
  { call, outcomes, write }: FeedbackRun,
  planned: PlannedFeedbackBoard,
): Promise<TargetBoard> {
  if ('id_or_slug' in planned) {
    const boards = await fetchAll(call, 'GET /feedback/boards', {})
    const found = boards.find(
      ({ id, slug }) => id === planned.id_or_slug || slug === planned.id_or_slug,
    )
    if (!found) throw new Error(`No feedback board has the id or slug ${planned.id_or_slug}.`)
    outcomes.record('boards', 'unchanged')
    return found
  }
  const { external_ref, name } = planned
  const [existing] = (await call('GET /feedback/boards', { external_ref })).data
  let board: TargetBoard = existing ?? { id: undefined, name }
  await outcomes.runRecord('boards', { path: 'board', id: external_ref }, async () => {
    if (existing) return 'unchanged'
    board = (await write('POST /feedback/boards', { external_ref, name })) ?? board
    return 'created'
  })
  return board
}

/** Made before the posts, one after the other: two posts at a time must not make one tag twice. */
export async function applyTags({ call, plan, outcomes, write }: FeedbackRun): Promise<void> {
  if (plan.tags.length === 0) return
  const existing = await fetchAll(call, 'GET /feedback/tags', {})
  const found = new Set(existing.map(({ name }) => nameKey(name)))
  for (const { name, color } of plan.tags) {
    await outcomes.runRecord('tags', { path: 'tags', id: name }, async () => {
      if (found.has(nameKey(name))) return 'unchanged'
      await write('POST /feedback/tags', { name, ...(color === undefined ? {} : { color }) })
      return 'created'
    })
  }
}

/** Who is known here keeps the name they go by here. */
export async function applyUsers(run: FeedbackRun): Promise<void> {
  const { call, plan, outcomes, user_ids, write } = run
  await forEachConcurrently(run.concurrency, plan.users, (user) =>
    outcomes.runRecord('users', { path: 'users', id: user.ref }, async () => {
      const identity = identityOf(user)
      const [existing] = (await call('GET /feedback/users', identity)).data
      const named = user.name === undefined ? {} : { name: user.name }
      const marked = user.bot ? { attributes: { bot: 'true' } } : {}
      const draft = { ...identity, ...named, ...marked }
      const saved = existing ?? (await write('POST /feedback/users/identify', draft))
      user_ids.set(user.ref, saved?.id ?? user.ref)
      return existing ? 'unchanged' : 'created'
    }),
  )
}

const identityOf = (user: PlannedUser) =>
  'email' in user ? { email: user.email } : { external_id: user.external_id }
