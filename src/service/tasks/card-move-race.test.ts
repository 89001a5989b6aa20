// Runs on both engines: it relies on row locks.
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

test.skipIf(hasOneConnection)(
  'a move waiting for locks validates against the current board of the card',
  async () => {
    const { request } = await service.workspace()
    const board = async (name: string, ...lists: string[]) =>
      (
        await request('POST /boards', {
          body: { name, lists: lists.map((list) => ({ name: list })) },
        })
      ).body
    const here = await board('Here', 'From', 'To')
    const there = await board('There', 'Away')
    const [from, to] = here.lists
    const draft = { list_id: from.id, name: 'Card' }
    const card = (await request(`POST /boards/${here.id}/cards`, { body: draft })).body
    const move = async (list_id: string) =>
      request(`POST /cards/${card.id}/move`, { body: { list_id } })
    let answer: ReturnType<typeof move> | undefined
    await service.database.pool.transaction().execute(async (tx) => {
      await tx
        .selectFrom('board_lists')
        .select('id')
        .where('id', '=', from.id)
        .forUpdate()
        .execute()
      answer = move(to.id)
      await expect.poll(() => lockWaits(service.database)).toBe(1)
      await tx
        .updateTable('cards')
        .set({ board_id: there.id, list_id: there.lists[0].id })
        .where('id', '=', card.id)
        .execute()
    })
    expect((await answer)?.body.error?.details?.[0]?.code).toBe('list_on_another_board')
  },
)
