import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  openTestService,
  type TestService,
  type TestWorkspace,
} from '#service/http/test-service.ts'
import { moveCard } from '#web/tasks/cards/cards.data.ts'
import { editCard } from '#web/tasks/cards/edit-card.data.ts'
import { cardsOf, settle, stored, summary, withClients } from './test-card-clients.ts'

let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  service = await openTestService()
  workspace = await service.workspace()
})
afterAll(() => service.close())

// The popover of a move reads the card when it opens, and the response to a change may arrive before a list is chosen.
test.each(['before', 'after'])('A18 a card read %s a change is moved as it is now', (read) =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { board } = client
    const outcomes: string[] = []
    const context = {
      ...client.context,
      onOutcome: ({ type }: { type: string }) => outcomes.push(type),
    }
    const firstCard = () => {
      const [card] = cardsOf(client).flat()
      if (!card) throw new Error('The board has no cards')
      return card
    }
    const before = firstCard()
    void editCard(context, before, { name: 'Renamed' })
    const card = read === 'before' ? before : firstCard()
    await settle(client)
    moveCard(context, card, { list_id: board.lists[2]?.id ?? '', position: 'top' })
    const shown = summary(client)
    expect([shown[2]?.[0]].flat().slice(0, 3)).toEqual([card.id, 'Renamed', true])
    await settle(client)
    expect(outcomes).toEqual([])
    expect(summary(client)).toEqual(shown)
    expect(await stored(workspace, client)).toEqual(shown)
  }),
)
