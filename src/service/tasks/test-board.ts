import type { Board } from '#contract/tasks/boards.ts'
import type { TestWorkspace } from '#service/http/test-service.ts'

/** A board with the lists "To do" and "Done", which completes cards, and two labels. */
export async function createTestBoard(owner: TestWorkspace, name = 'Launch'): Promise<Board> {
  const lists = [{ name: 'To do' }, { name: 'Done', completes_cards: true }]
  const labels = [
    { name: 'Copy', color: 'sky' },
    { name: 'Design', color: 'purple' },
  ]
  return (await owner.request('POST /boards', { body: { name, lists, labels } })).body
}
