import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Card } from '#client/resources.ts'
import {
  openTestService,
  type TestService,
  type TestWorkspace,
} from '#service/http/test-service.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import { getCurrentCard } from '#web/tasks/cards/card-cache.ts'
import { formatMoment } from '#web/ui/format.ts'
import { applyCardEdit, editCard } from './edit-card.data.ts'
import { editCards, moveCards } from './edit-cards.data.ts'
import { moveCard } from './move-card.data.ts'
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

test.each([true, false])(
  'a rename after a change of many, saved: %s, does not replace the name that someone else has given',
  (isSaved) =>
    withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
      const { context, session } = client
      const cards = cardsOf(client).flat()
      const [card] = cards
      if (!card) throw new Error('The board has no cards')
      await workspace.request(`PATCH /cards/${card.id}`, { body: { name: 'Theirs' } })
      editCards(context, cards, { due_at: '2026-12-01T16:00:00.000Z' })
      if (isSaved) {
        await settle(client)
        expect(cardsOf(client).flat()[0]?.name).toBe('Theirs')
      }
      void editCard(context, card, { name: 'Mine' })
      await settle(client)
      expect(session.undo.list()[0]?.label).toBe('Kept their version of Theirs')
      expect((await workspace.request(`GET /cards/${card.id}`)).body.name).toBe('Theirs')
    }),
)

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

test('a date of many cards replaces an own one that is read because of a conflict', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { context, session } = client
    const cards = cardsOf(client).flat()
    const [card] = cards
    if (!card) throw new Error('The board has no cards')
    await workspace.request(`PATCH /cards/${card.id}`, { body: { name: 'Theirs' } })
    const outcome = editCard(context, card, { due_at: '2026-12-01T16:00:00.000Z' })
    const due_at = '2026-12-02T16:00:00.000Z'
    editCards(context, cards, { due_at })
    // No question about what the person has set.
    expect((await outcome).state).toBe('canceled')
    await settle(client)
    const dates = async () =>
      new Set((await stored(workspace, client)).flat().map((one) => [one].flat()[3]))
    expect(await dates()).toEqual(new Set([Date.parse(due_at)]))
    expect(session.undo.list()).toHaveLength(1)
    session.undo.undoLast()
    await settle(client)
    expect(await dates()).toEqual(new Set([null]))
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test('undo of labels of many cards leaves one that was taken back and added again', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { board, context, session } = client
    const [copy, design] = board.labels.map(({ id }) => id)
    const cards = cardsOf(client).flat()
    const [card] = cards
    if (!card || !copy || !design) throw new Error('The board has no cards or labels')
    const release = await session.mutate.hold(boardScope(board.id), session.signal)
    void editCard(context, card, { label_ids: [copy] })
    editCards(context, cards, { add_label_ids: [design] })
    session.undo.undo(session.undo.list().at(-1)?.id ?? 0)
    release()
    await settle(client)
    const current = getCurrentCard(session, card)
    expect(current.label_ids).toEqual([design])
    void editCard(context, current, { label_ids: [design, copy] })
    await settle(client)
    session.undo.undo(session.undo.list().at(-1)?.id ?? 0)
    await settle(client)
    expect(getCurrentCard(session, card).label_ids).toEqual([copy])
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test('an own label that is read because of a conflict stays beside one of many cards', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { board, context } = client
    const [copy, design] = board.labels.map(({ id }) => id)
    const cards = cardsOf(client).flat()
    const [card] = cards
    if (!card || !copy || !design) throw new Error('The board has no cards or labels')
    await workspace.request(`PATCH /cards/${card.id}`, { body: { name: 'Theirs' } })
    const outcome = editCard(context, card, { label_ids: [copy] })
    editCards(context, cards, { add_label_ids: [design] })
    await settle(client)
    expect((await outcome).state).toBe('saved')
    const found = await workspace.request(`GET /cards/${card.id}`)
    expect(new Set(found.body.label_ids)).toEqual(new Set([copy, design]))
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test('undo of labels of many cards keeps those that others have added', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { board, context, session } = client
    const cards = cardsOf(client).flat()
    const [copy = '', design = ''] = board.labels.map(({ id }) => id)
    const path = `/cards/${cards[0]?.id}` as const
    await workspace.request(`PATCH ${path}`, { body: { label_ids: [design] } })
    editCards(context, cards, { add_label_ids: [copy] })
    await settle(client)
    session.undo.undoLast()
    await settle(client)
    expect((await workspace.request(`GET ${path}`)).body.label_ids).toEqual([design])
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test('undo of many cards names those that others have changed since', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { context, session } = client
    const cards = cardsOf(client).flat().slice(0, 6)
    const [first, second, third, fourth, fifth] = cards
    const at = (day: number) => `2026-12-0${day}T16:00:00.000Z`
    for (const day of [1, 2]) {
      editCards(context, cards, { due_at: at(day) })
      await settle(client)
    }
    const undoQuestion = async (...changes: readonly (readonly [Card | undefined, object])[]) => {
      for (const [card, body] of changes)
        await workspace.request(`PATCH /cards/${card?.id}`, { body })
      await session.queryClient.refetchQueries()
      await settle(client)
      session.undo.undoLast()
      await expect.poll(session.undo.confirmation.get).not.toBe(null)
      return session.undo.confirmation.get()?.question
    }
    const now = `The due date of ${first?.name} is now “${formatMoment(new Date(at(3)))}”.`
    expect(
      await undoQuestion(
        [first, { due_at: at(3) }],
        [second, { description: 'Another field' }],
        [third, { due_at: at(1) }],
      ),
    ).toBe(`1 of 6 cards has changed since. ${now}`)
    const nothing = (card: Card | undefined) => `The due date of ${card?.name} is now nothing.`
    expect(
      await undoQuestion(
        [second, { due_at: null, name: 'Theirs' }],
        [fourth, { due_at: null }],
        [fifth, { due_at: null }],
      ),
    ).toBe(
      `4 of 6 cards have changed since. ${now} ${nothing(second)} ${nothing(fourth)} And 1 more.`,
    )
    session.undo.undo(session.undo.confirmation.get()?.change.id ?? 0, true)
    await settle(client)
    const dates = cardsOf(client).flat().slice(0, 6)
    expect(dates.map(({ due_at }) => due_at)).toEqual(dates.map(() => at(1)))
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test('undo of a move of many cards names the list where one is now', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client]) => {
    const { board, context, session } = client
    const [cards = []] = cardsOf(client)
    const [, to, elsewhere] = board.lists
    moveCards(context, cards, { list_id: to?.id ?? '', position: 'top' })
    await settle(client)
    await workspace.request(`POST /cards/${cards[1]?.id}/move`, {
      body: { list_id: elsewhere?.id, position: 'top' },
    })
    await session.queryClient.refetchQueries()
    await settle(client)
    session.undo.undoLast()
    await expect
      .poll(() => session.undo.confirmation.get()?.question)
      .toBe(
        `1 of ${cards.length} cards has changed since. ${cards[1]?.name} is now in ${elsewhere?.name}.`,
      )
  }))

test('a label is added to all cards, also to one that the page believes has it', () =>
  withClients({ workspace, app: service.app, clients: 1 }, async ([client], { requestLines }) => {
    const { board, context } = client
    const cards = cardsOf(client).flat()
    const [copy = ''] = board.labels.map(({ id }) => id)
    editCards(context, cards.slice(0, 1), { add_label_ids: [copy] })
    await settle(client)
    await workspace.request(`PATCH /cards/${cards[0]?.id}`, { body: { label_ids: [] } })
    const before = requestLines().length
    editCards(context, cards, { add_label_ids: [copy] })
    await settle(client)
    expect(requestLines().slice(before)).toEqual([`POST /boards/${board.id}/cards/batch`])
    expect((await stored(workspace, client)).flat().map((card) => [card].flat()[4])).toEqual(
      cards.map(() => copy),
    )
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test.each(['rejected', 'none'] as const)(
  'a change of many that is undone while it is sent leaves nothing pending: %s',
  (fault) =>
    withClients({ workspace, app: service.app, clients: 1 }, async ([client], network) => {
      const { context, session } = client
      const cards = cardsOf(client).flat()
      const before = summary(client)
      let pass = () => {}
      const passed = new Promise<void>((resolve) => (pass = resolve))
      network.holdWrites(() => passed)
      network.fail(fault)
      editCards(context, cards, { due_at: '2026-12-01T16:00:00.000Z' })
      await expect
        .poll(() => network.requestLines().some((line) => line.includes('batch')))
        .toBe(true)
      session.undo.undoLast()
      expect(summary(client)).toEqual(before)
      pass()
      await settle(client)
      expect(summary(client)).toEqual(before)
      expect(await stored(workspace, client)).toEqual(before)
    }),
)

test.each(['rejected', 'undone'])(
  'a label is sent without that of an unsaved change of many: %s',
  (end) =>
    withClients({ workspace, app: service.app, clients: 1 }, async ([client], network) => {
      const { board, context, session } = client
      const cards = cardsOf(client).flat()
      const [first, second] = cards
      if (!first || !second) throw new Error('The board has no cards')
      const [copy = '', design = ''] = board.labels.map(({ id }) => id)
      let pass = () => {}
      const passed = new Promise<void>((resolve) => (pass = resolve))
      network.holdWrites(() => passed)
      if (end === 'rejected') network.fail('rejected')
      else void editCard(context, second, { name: 'Renamed' })
      editCards(context, cards, { add_label_ids: [copy] })
      applyCardEdit(context, first, { add_label_ids: [design] })
      await expect
        .poll(() => network.requestLines().some((line) => !line.startsWith('GET')))
        .toBe(true)
      if (end === 'undone') {
        const change = session.undo.list().find(({ label }) => label.includes('12'))
        session.undo.undo(change?.id ?? 0)
      }
      pass()
      await settle(client)
      const labels = (shown: ReturnType<typeof summary>) =>
        shown.flat().map((card) => [card].flat()[4])
      const expected = cards.map((_, index) => (index === 0 ? design : ''))
      expect(labels(await stored(workspace, client))).toEqual(expected)
      expect(summary(client)).toEqual(await stored(workspace, client))
    }),
)
