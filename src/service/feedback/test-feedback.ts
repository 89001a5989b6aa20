import type { Comment } from '#contract/feedback/comments.ts'
import type { Post } from '#contract/feedback/posts.ts'
import type { FeedbackBoard } from '#contract/feedback/setup.ts'
import type { PortalUser } from '#contract/feedback/users.ts'
import type { Vote } from '#contract/feedback/votes.ts'
import { type TestService, perTest } from '#service/http/test-service.ts'

/** A new workspace with one feedback board, and helpers for its requests. */
export async function openFeedback(service: TestService) {
  const { request, create, events } = await service.workspace()
  const ideas = { name: 'Ideas', slug: 'ideas' }
  const board: FeedbackBoard = await create('POST /feedback/boards', ideas)
  await events()
  return {
    request,
    create,
    events,
    board,
    post: (title: string, more: object = {}): Promise<Post> =>
      create('POST /feedback/posts', { board_id: board.id, title, ...more }),
    read: async ({ id }: { id: string }): Promise<Post> =>
      (await request(`GET /feedback/posts/${id}`)).body,
    patch: (post: Post, body: object, headers: Record<string, string> = {}) =>
      request(`PATCH /feedback/posts/${post.id}`, { body, headers }),
    titles: async (query = ''): Promise<string[]> =>
      (await request(`GET /feedback/posts${query}`)).body.data.map(({ title }: Post) => title),
    vote: (post: Post, body: object) => request(`POST /feedback/posts/${post.id}/votes`, { body }),
    votes: async (post: Post): Promise<Vote[]> =>
      (await request(`GET /feedback/posts/${post.id}/votes`)).body.data,
    comment: (post: Post, body: object) =>
      request(`POST /feedback/posts/${post.id}/comments`, { body }),
    comments: async (post: Post, query = ''): Promise<Comment[]> =>
      (await request(`GET /feedback/posts/${post.id}/comments${query}`)).body.data,
    identify: (body: object) => request('POST /feedback/users/identify', { body }),
    user: async ({ id }: { id: string }): Promise<PortalUser> =>
      (await request(`GET /feedback/users/${id}`)).body,
  }
}

export type Feedback = Awaited<ReturnType<typeof openFeedback>>

/** One for each test. */
export const feedbackPerTest = (service: TestService): Feedback =>
  perTest(() => openFeedback(service))
