import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  openTestService,
  type TestService,
  type TestWorkspace,
} from '#service/http/test-service.ts'
import { moveCard } from '#web/tasks/cards/cards.data.ts'
import { applyCardEdit, editCard } from '#web/tasks/cards/edit-card.data.ts'
import { editCards } from './edit-cards.data.ts'
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

test('labels that are added quickly stay, although someone has renamed the card', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { board, context } = client
    const [card] = cardsOf(client).flat()
    if (!card) throw new Error('The board has no cards')
    await workspace.request(`PATCH /cards/${card.id}`, { body: { name: 'Theirs' } })
    const [copy, design] = board.labels.map(({ id }) => id)
    applyCardEdit(context, card, { add_label_ids: [copy ?? ''] })
    applyCardEdit(context, card, { add_label_ids: [design ?? ''] })
    await settle(client)
    const { body } = await workspace.request(`GET /cards/${card.id}`)
    expect(body).toMatchObject({ name: 'Theirs', label_ids: [copy, design] })
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test('a rename after a change of many does not replace the name that someone else has given', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { context, session } = client
    const cards = cardsOf(client).flat()
    const [card] = cards
    if (!card) throw new Error('The board has no cards')
    await workspace.request(`PATCH /cards/${card.id}`, { body: { name: 'Theirs' } })
    editCards(context, cards, { due_at: '2026-12-01T16:00:00.000Z' })
    await settle(client)
    expect(cardsOf(client).flat()[0]?.name).toBe('Theirs')
    void editCard(context, card, { name: 'Mine' })
    await settle(client)
    expect(session.undo.list()[0]?.label).toBe('Kept their version of Theirs')
    expect((await workspace.request(`GET /cards/${card.id}`)).body.name).toBe('Theirs')
  }))

test('dates of many cards stay on the screen while a card is read because of a conflict', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { context, session } = client
    const cards = cardsOf(client).flat()
    const [card] = cards
    if (!card) throw new Error('The board has no cards')
    await workspace.request(`PATCH /cards/${card.id}`, { body: { name: 'Theirs' } })
    const due_at = '2026-12-01T16:00:00.000Z'
    const missing: unknown[] = []
    const check = () => {
      for (const one of cardsOf(client).flat()) if (one.due_at !== due_at) missing.push(one)
    }
    const outcome = editCard(context, card, { name: 'Mine' })
    editCards(context, cards, { due_at })
    session.queryClient.getQueryCache().subscribe(check)
    expect((await outcome)?.state).toBe('theirs')
    await settle(client)
    expect(missing).toEqual([])
    expect(cardsOf(client).flat()[0]?.name).toBe('Theirs')
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))
