import type { Call } from '#client/api-client.ts'

/** Writes so many posts, `Wish 1` the first of the list. Returns their ids. */
export async function createWishes(api: Call, count: number) {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const ids: string[] = []
  for (let number = count; number > 0; number--)
    ids.unshift((await api('POST /feedback/posts', { board_id, title: `Wish ${number}` })).id)
  return ids
}

export const statusesOf = async (api: Call) =>
  (await api('GET /feedback/posts', {})).data.map((post) => post.status)

/** For a step of a test whose posts have the names of the steps before. */
export async function deletePosts(api: Call) {
  for (const { id: post_id } of (await api('GET /feedback/posts', {})).data)
    await api('DELETE /feedback/posts/:post_id', { post_id })
}
