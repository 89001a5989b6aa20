// Runs on both engines: it relies on row locks.
import { expect, test } from 'vitest'

import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()

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

test.skipIf(hasOneConnection)(
  'a card returns to no list that is archived at the same time',
  async () => {
    const { request } = await service.workspace()
    const board = (await request('POST /boards', { body: { name: 'B', lists: [{ name: 'L' }] } }))
      .body
    const list_id = board.lists[0].id
    const add = async (): Promise<string> =>
      (await request(`POST /boards/${board.id}/cards`, { body: { list_id, name: 'Card' } })).body.id
    const [edit, batch, restore] = [await add(), await add(), await add()]
    const set = { status: 'archived' }
    await request(`POST /boards/${board.id}/cards/batch`, { body: { ids: [edit, batch], set } })
    await request(`DELETE /cards/${restore}`)
    const lists = service.database.pool.updateTable('board_lists').where('id', '=', list_id)
    const whileArchiving = async (line: string, body?: object) => {
      let answer: ReturnType<typeof request> | undefined
      await service.database.pool.transaction().execute(async (tx) => {
        await tx.executeQuery(lists.set({ archived: true }))
        answer = request(line, body && { body })
        await expect.poll(() => lockWaits(service.database)).toBe(1)
      })
      const response = await answer
      await lists.set({ archived: false }).execute()
      return response?.body
    }
    const open = { status: 'open' }
    const edited = await whileArchiving(`PATCH /cards/${edit}`, open)
    const batched = await whileArchiving(`POST /boards/${board.id}/cards/batch`, {
      ids: [batch],
      set: open,
    })
    const restored = await whileArchiving(`POST /cards/${restore}/restore`)
    const errors = [edited.error, batched.results[0].error, restored.error]
    expect(errors.map((error) => error?.details[0].code)).toEqual(Array(3).fill('list_archived'))
  },
)
