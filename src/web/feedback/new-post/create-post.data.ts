import type { ApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
import { identifyChoice, type UserChoice } from '#web/feedback/people/users.data.ts'
import { writePost } from '#web/feedback/posts/cached-posts.ts'
import { deletePost } from '#web/feedback/posts/post-changes.data.ts'
import { newPostText as text } from '#web/messages/en/new-post.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'

/** Posts that the words of a title find. */
export const similarPostsQuery = (search: string) =>
  endpointQuery('GET /feedback/posts', { search })

interface PostDraft {
  readonly board_id: string
  readonly title: string
  readonly details: string
  readonly tags: readonly string[]
  /** Null: the team writes it. */
  readonly author: UserChoice | null
}

type Outcome =
  | { readonly state: 'created'; readonly post: Post }
  | { readonly state: 'error'; readonly error: ApiError }
  | { readonly state: 'canceled' }

const postReads: readonly ReadName[] = [
  'GET /feedback/posts',
  'GET /feedback/boards',
  'GET /feedback/statuses',
  'GET /feedback/tags',
]

/**
 * Creates a post; a new address is identified first. The same key for the same draft never creates a second one. `onUndo`
 * runs before the post is deleted.
 */
export async function createPost(
  session: KeySession,
  { board_id, title, details, tags, author }: PostDraft,
  idempotency_key: string,
  onUndo: (post: Post) => void,
): Promise<Outcome> {
  const user = author && (await identifyChoice(session, author))
  if (user?.state === 'error') return user
  if (user && user.state !== 'success') return { state: 'canceled' }
  const result = await session.mutate(
    'POST /feedback/posts',
    {
      board_id,
      title,
      ...(details.trim() !== '' && { details }),
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(user && { user_id: user.output.id }),
    },
    { idempotency_key, silent: true, invalidates: postReads },
  )
  if (result.state === 'error') return result
  if (result.state !== 'success') return { state: 'canceled' }
  const post = result.output
  writePost(session, post)
  const undo = () => {
    onUndo(post)
    deletePost(session, post, () => {})
  }
  session.undo.record({ label: text.created(post.title), undo }).done()
  return { state: 'created', post }
}
