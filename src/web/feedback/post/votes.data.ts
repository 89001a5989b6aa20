import type { ApiError } from '#client/api-error.ts'
import type { PortalUser, Post } from '#client/resources.ts'
import type { Input, ResponseItem } from '#contract/endpoints.ts'
import { formatUserName } from '#web/feedback/people/user-name.rules.ts'
import { identifyChoice, type UserChoice } from '#web/feedback/people/users.data.ts'
import { showVote } from '#web/feedback/posts/post-changes.data.ts'
import { votesText as text } from '#web/messages/en/votes.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import type { MutationOptions } from '#web/session/mutations/mutation.ts'
import { createPendingIds } from '#web/session/mutations/pending-ids.ts'
import { createSessionObservable } from '#web/session/mutations/session-observable.ts'
import { CLOCK_MARGIN_MS } from '#web/session/server-clock.ts'
import type { KeySession } from '#web/session/session.ts'
import { now } from '#web/ui/server-time.ts'

const endpoint = 'GET /feedback/posts/:post_id/votes'
type Vote = ResponseItem<typeof endpoint>

/** The votes of a post, newest first. Needs `feedback.votes.list`. */
export const votePages = (post_id: string) => endpointPages(endpoint, { post_id })

/** A vote that this tab added, which can be removed without the list of all. */
export interface OwnVote {
  readonly id: string
  readonly post_id: string
  readonly user_id: string
  readonly name: string
  /** Omitted where the server omits it. */
  readonly created_at: string | undefined
}

/** A vote of the list in the same shape. */
export const describeVote = (
  post_id: string,
  { id, user_id, user, created_at }: Vote,
): OwnVote => ({
  id,
  post_id,
  created_at,
  user_id: user_id ?? user?.id ?? '',
  name: formatUserName({
    name: user?.name ?? null,
    email: user?.email ?? null,
    external_id: user?.external_id ?? null,
  }),
})

const ownVotes = createSessionObservable<readonly OwnVote[]>([])

/** The votes that this tab added to a post, newest first. */
export const useOwnVotes = (post_id: string): readonly OwnVote[] =>
  ownVotes.useValue().filter((one) => one.post_id === post_id)

const pendingRemovals = createPendingIds()

/** Votes that are removed on the screen and wait for the response. */
export const usePendingRemovals = () => pendingRemovals.useIds()

type VoteOutcome =
  | { readonly state: 'added' | 'existing'; readonly name: string }
  | { readonly state: 'failed'; readonly error: ApiError }
  | { readonly state: 'canceled' }

/** Adds the vote of a user, identifying a new address first. A vote that exists stays the only one. */
export async function addVote(
  session: KeySession,
  post: Post,
  choice: UserChoice,
): Promise<VoteOutcome> {
  // Nothing is awaited before the vote of a user, which is shown when it is sent.
  if (choice.type === 'user') return addVoteOf(session, post, choice.user)
  const identified = await identifyChoice(session, choice)
  if (identified.state === 'error') return { state: 'failed', error: identified.error }
  if (identified.state !== 'success') return { state: 'canceled' }
  return addVoteOf(session, post, identified.output, choice.email)
}

/** The vote counts at once, unless the voters that are loaded have this user. */
async function addVoteOf(
  session: KeySession,
  post: Post,
  user: PortalUser,
  address?: string,
): Promise<VoteOutcome> {
  const startedAt = now().getTime()
  const pages = session.queryClient.getQueryData(votePages(post.id).queryKey)?.pages ?? []
  const votes = pages.flatMap(({ data }) => data)
  const isRemoved = ({ id }: Pick<Vote, 'id'>) => pendingRemovals.has(session, id)
  const listed = new Set(votes.map(({ id }) => id))
  const own = ownVotes.of(session)
  const isExisting = ({ id, created_at }: Pick<Vote, 'id' | 'created_at'>) => {
    const isOld = created_at !== undefined && Date.parse(created_at) < startedAt - CLOCK_MARGIN_MS
    // A removal that failed has ended by now.
    const isListed = listed.has(id) && !isRemoved({ id })
    return isOld || isListed || own.get().some((one) => one.id === id)
  }
  const isCounted = votes.some(
    (vote) => !isRemoved(vote) && (vote.user_id ?? vote.user?.id) === user.id,
  )
  const rollback = isCounted ? () => undefined : showVote(session, post.id, 1)
  const result = await sendVote(
    session,
    { post_id: post.id, user_id: user.id },
    { silent: true, onSuccess: (vote) => isExisting(vote) && rollback(), onError: rollback },
  )
  if (result.state === 'error') return { state: 'failed', error: result.error }
  if (result.state !== 'success') return { state: 'canceled' }
  const name = (!user.name && address) || formatUserName({ ...noName, ...user })
  const { id, created_at } = result.output
  if (isExisting(result.output)) return { state: 'existing', name }
  const vote = { id, post_id: post.id, user_id: user.id, name, created_at }
  // A server may give a vote that was removed its old id back.
  pendingRemovals.remove(session, id)
  own.set([vote, ...own.get()])
  session.undo
    .record({
      label: text.added(name),
      undo: () => removeVote(session, vote, false),
      requests: [result.request],
    })
    .done()
  return { state: 'added', name }
}

const noName = { name: null, email: null, external_id: null }

type VoteDate = Pick<
  Input<'POST /feedback/posts/:post_id/votes'>,
  'import' | 'emit_events' | 'created_at'
>

const sendVote = (
  session: KeySession,
  vote: { post_id: string; user_id: string } & VoteDate,
  options: MutationOptions<'POST /feedback/posts/:post_id/votes'>,
) =>
  session.mutate('POST /feedback/posts/:post_id/votes', vote, {
    ...options,
    scope: voteScope(vote),
  })

/** In this order: an undo must not arrive before the removal, which would remove the vote again. */
const voteScope = ({ post_id, user_id }: Pick<OwnVote, 'post_id' | 'user_id'>) =>
  `vote:${post_id}:${user_id}`

/** Only an import can date a vote, and only with a key of an administrator. */
function dateOf({ capabilities }: KeySession, { created_at }: OwnVote): VoteDate | undefined {
  const canDate = capabilities.can('import') && capabilities.get().me?.key?.admin === true
  if (!canDate || created_at === undefined) return undefined
  return { import: true, emit_events: true, created_at }
}

/** Removes a vote at once; undo adds it again, with its date or with a note that it has another. */
export async function removeVote(session: KeySession, vote: OwnVote, isUndoable = true) {
  const { id, post_id, user_id, name } = vote
  const own = ownVotes.of(session)
  const date = dateOf(session, vote)
  const restore = async () => {
    const onError = showVote(session, post_id, 1)
    const result = await sendVote(
      session,
      { post_id, user_id, ...date },
      { onError, retry: restore },
    )
    if (result.state !== 'success') return
    // A server may give it its old id back.
    pendingRemovals.remove(session, result.output.id)
    own.set([{ ...vote, id: result.output.id }, ...own.get().filter((one) => one.id !== id)])
  }
  pendingRemovals.add(session, id)
  const rollback = showVote(session, post_id, -1)
  const result = await session.mutate(
    'DELETE /feedback/posts/:post_id/votes/:vote_id',
    { post_id, vote_id: id },
    {
      scope: voteScope(vote),
      // One that is gone already counts no more.
      onError: ({ code }) => code !== 'not_found' && rollback(),
      retry: () => removeVote(session, vote, isUndoable),
      ...(isUndoable && {
        undo: { label: text.removed(name), undo: restore, note: date ? undefined : text.dateLost },
      }),
    },
  )
  const isGone = result.state === 'error' && result.error.code === 'not_found'
  if (result.state === 'success' || isGone) own.set(own.get().filter((one) => one.id !== id))
  else pendingRemovals.remove(session, id)
}
