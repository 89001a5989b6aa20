import type { Board } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { type TestWorkspace, perTest } from '#service/http/test-service.ts'

/** A board with the lists "To do" and "Done", which completes cards, and two labels. */
export function createTestBoard(
  owner: Pick<TestWorkspace, 'create'>,
  name = 'Launch',
): Promise<Board> {
  const lists = [{ name: 'To do' }, { name: 'Done', completes_cards: true }]
  const labels = [
    { name: 'Copy', color: 'sky' },
    { name: 'Design', color: 'purple' },
  ]
  return owner.create('POST /boards', { name, lists, labels })
}

/** A board for each test, with the ids of its lists. Its event is read already. */
export const boardPerTest = (owner: Pick<TestWorkspace, 'create' | 'events'>) =>
  perTest(async () => {
    const board = await createTestBoard(owner)
    const [todo = '', done = ''] = board.lists.map(({ id }) => id)
    await owner.events()
    return {
      ...board,
      todo,
      done,
      /** Adds a card to the first list. */
      add: (name: string, more: object = {}): Promise<Card> =>
        owner.create(`POST /boards/${board.id}/cards`, { list_id: todo, name, ...more }),
    }
  })
