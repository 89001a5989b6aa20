import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Call, createApiClient } from '#client/api-client.ts'
import { type ApplyOptions, fetchAll } from '#client/importers/core/import-call.ts'
import { createReport, formatReport } from '#client/importers/core/import-report.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import { applyBoardPlan } from './apply-board.ts'
import {
  asNewBoard,
  boardKinds,
  suggestCompletingLists,
  withCompletingLists,
} from './board-plan.ts'
import { planTrello } from './trello-importer.ts'

let service: TestService
let owner: TestWorkspace
let call: Call

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await service.workspace()
  call = callWith(owner.key)
})

const callWith = (key: string, beforeEachRequest: (line: string) => void = () => undefined) =>
  createApiClient({
    base_url: 'http://service.test/v1',
    key,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      beforeEachRequest(`${request.method} ${new URL(request.url).pathname}`)
      return service.app.fetch(request)
    },
  })

/** A service that lacks an addition. */
const withoutBatches =
  (next: Call): Call =>
  async (name, input, options) => {
    const response = await next(name, input, options)
    if (name !== 'GET /me') return response
    const { capabilities, ...me } = response as ResponseBody<'GET /me'>
    return {
      ...me,
      capabilities: capabilities.filter((capability) => capability !== 'cards.import'),
    } as typeof response // the same endpoint
  }

const exported = (name: string) =>
  gunzipSync(readFileSync(new URL(`../fixtures/${name}.json.gz`, import.meta.url))).toString('utf8')

const runImport = async (text: string, options: ApplyOptions = {}) => {
  const plan = planTrello(JSON.parse(text), 'board.json')
  return createReport(plan, await applyBoardPlan(call, plan, options), 'board.json', options)
}
const sums = ({ counts }: Awaited<ReturnType<typeof runImport>>) =>
  Object.fromEntries(
    (['read', 'created', 'updated', 'unchanged', 'rejected'] as const).map((column) => [
      column,
      boardKinds.reduce((sum, kind) => sum + counts[kind][column], 0),
    ]),
  )
/** All that is stored, but for when: versions tell whether anything was written. */
const stored = async (board_id: string) => ({
  board: await call('GET /boards/:board_id', { board_id }),
  archived: (await call('GET /boards/:board_id/lists', { board_id, archived: true })).data,
  cards: (await call('GET /boards/:board_id/cards', { board_id, status: 'all' })).data,
  members: (await call('GET /members', {})).data,
})

const card = (id: string, more: object = {}) => ({ id, name: id, idList: 'todo', ...more })
const small = (more: object = {}) =>
  JSON.stringify({
    id: 'small',
    name: 'Small',
    lists: [
      { id: 'todo', name: 'To do' },
      { id: 'old', name: 'Old', closed: true },
      { id: 'done', name: 'Done' },
    ],
    labels: [{ id: 'l', name: 'Copy', color: 'sky' }],
    members: [{ id: 'm', fullName: 'Ada Moss' }],
    cards: [
      card('one', { idLabels: ['l'], idMembers: ['m'] }),
      card('two'),
      card('three', { idList: 'old' }),
    ],
    ...more,
  })

test.each([
  ['hermes-2014', 75, { lists: 8, archived: 3, cards: 55, labels: 4, members: 4 }],
  ['simple-project-board-2022', 25, { lists: 4, archived: 1, cards: 10, labels: 8, members: 1 }],
  ['product-launch-sample-2026', 18, { lists: 4, archived: 0, cards: 5, labels: 6, members: 2 }],
])(
  'the board %s arrives whole, and importing it again changes nothing',
  async (name, total, counts) => {
    const first = await runImport(exported(name))
    expect(sums(first)).toEqual({
      read: total,
      created: total,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    })
    expect(await owner.events()).not.toEqual([])

    const board_id = first.into?.id ?? ''
    const before = await stored(board_id)
    expect({
      lists: before.board.lists.length,
      archived: before.archived.length,
      cards: before.cards.length,
      labels: before.board.labels.length,
      members: before.members.length,
    }).toEqual(counts)

    const second = await runImport(exported(name))
    expect(sums(second)).toEqual({
      read: total,
      created: 0,
      updated: 0,
      unchanged: total,
      rejected: 0,
    })
    expect(await stored(board_id)).toEqual(before)
    expect(await owner.events()).toEqual([])
  },
)

test.each([
  ['trello-string-labels', 9],
  ['trello-comments-oldest-first', 3],
  ['trello-comments-newest-first', 3],
])('the case %s is imported whole, and again without a change', async (name, total) => {
  const file = new URL(`../fixtures/cases/${name}.json`, import.meta.url)
  const text = readFileSync(file, 'utf8')
  expect(sums(await runImport(text))).toMatchObject({ created: total, rejected: 0 })
  await owner.events()
  expect(sums(await runImport(text))).toMatchObject({ unchanged: total, created: 0, updated: 0 })
  expect(await owner.events()).toEqual([])
})

test('lists and cards stand in the order of the file', async () => {
  const text = exported('hermes-2014')
  const plan = planTrello(JSON.parse(text), 'x')
  const { board, cards } = await stored((await runImport(text)).into?.id ?? '')
  const open = plan.lists.filter(({ archived }) => !archived)
  expect(board.lists.map(({ name }) => name)).toEqual(open.map(({ name }) => name))
  for (const { id, external_ref } of board.lists) {
    const cardsInList = cards.filter(({ list_id }) => list_id === id)
    const planned = plan.cards.filter(({ list_ref }) => list_ref === external_ref)
    expect(cardsInList.map((one) => one.name)).toEqual(planned.map((one) => one.name))
  }
})

test('an imported card keeps its times, labels and members', async () => {
  const { cards } = await stored(
    (await runImport(exported('product-launch-sample-2026'))).into?.id ?? '',
  )
  const byName = new Map(cards.map((one) => [one.name, one]))
  expect(byName.get('Publish project plan')).toMatchObject({
    due_at: '2026-08-01T17:00:00.000Z',
    completed: true,
    completed_at: '2026-08-02T10:00:00.000Z',
    updated_at: '2026-08-02T10:00:00.000Z',
    description: null,
  })
  expect(byName.get('QA dashboard layout')?.members.map(({ name }) => name)).toEqual([
    'Alex Chen',
    'Sam Rivera',
  ])
  expect(byName.get('Design landing page')?.label_ids).toHaveLength(2)
})

test('a card that a newer file completes was completed when its mark says, and keeps that', async () => {
  const board_id = (await runImport(small())).into?.id ?? ''
  const one = async () => (await stored(board_id)).cards.find(({ name }) => name === 'one')
  const newer = (dateCompleted: string) =>
    runImport(small({ cards: [card('one', { dueComplete: true, dateCompleted })] }))
  await newer('2025-01-02T03:04:05.000Z')
  const before = await one()
  expect(before?.completed_at).toBe('2025-01-02T03:04:05.000Z')
  await newer('2025-06-07T08:09:10.000Z')
  expect((await one())?.completed_at).toBe(before?.completed_at)
})

test('an import emits no webhook events unless requested', async () => {
  const silent = async () =>
    (
      await service.database.pool
        .selectFrom('events')
        .select('silent')
        .where('workspace_id', '=', owner.workspace_id)
        .execute()
    ).map((row) => row.silent)
  await runImport(small())
  expect(new Set(await silent())).toEqual(new Set([true]))
  await runImport(small({ id: 'loud' }), { emit_events: true })
  expect(new Set(await silent())).toEqual(new Set([true, false]))
})

test('a list that completes cards does not rewrite what an import brings or moves', async () => {
  const first = await runImport(small())
  const board_id = first.into?.id ?? ''
  const done = (await stored(board_id)).board.lists.find(({ name }) => name === 'Done')
  const target = { board_id, list_id: done?.id ?? '' }
  await call('PATCH /boards/:board_id/lists/:list_id', { ...target, completes_cards: true })

  const cards = [card('one', { idList: 'done' }), card('two'), card('four', { idList: 'done' })]
  const second = await runImport(small({ cards }))
  expect(second.counts.cards).toEqual({
    read: 3,
    created: 1,
    updated: 1,
    unchanged: 1,
    rejected: 0,
  })
  const cardsInList = (await stored(board_id)).cards.filter(({ list_id }) => list_id === done?.id)
  expect(cardsInList.map(({ name, completed }) => [name, completed])).toEqual([
    ['one', false],
    ['four', false],
  ])
})

test('a newer file updates its changes and keeps local additions', async () => {
  const board_id = (await runImport(small())).into?.id ?? ''
  const before = await stored(board_id)
  const [one] = before.cards
  const own = await call('POST /boards/:board_id/labels', { board_id, name: 'Ours', color: 'red' })
  await call('PATCH /cards/:card_id', {
    card_id: one?.id ?? '',
    label_ids: [...(one?.label_ids ?? []), own.id],
  })

  const newer = await runImport(
    small({
      name: 'Small, renamed',
      lists: [
        { id: 'todo', name: 'To do' },
        { id: 'new', name: 'New' },
        { id: 'old', name: 'Old' },
        { id: 'done', name: 'Finished', closed: true },
      ],
      labels: [{ id: 'l', name: 'Copy', color: 'lime' }],
      cards: [
        card('one', { idLabels: ['l'], idMembers: ['m'], dueComplete: true }),
        card('two', { closed: true }),
        card('three', { idList: 'old' }),
      ],
    }),
  )
  expect(newer.counts).toMatchObject({
    boards: { updated: 1 },
    lists: { created: 1, updated: 2, unchanged: 1 },
    labels: { updated: 1 },
    members: { unchanged: 1 },
    cards: { created: 0, updated: 2, unchanged: 1 },
  })
  const after = await stored(board_id)
  expect(after.board.name).toBe('Small, renamed')
  expect(after.board.lists.map(({ name }) => name)).toEqual(['To do', 'New', 'Old'])
  expect(after.archived.map(({ name }) => name)).toEqual(['Finished'])
  expect(after.cards.find(({ name }) => name === 'one')).toMatchObject({
    completed: true,
    label_ids: [one?.label_ids[0], own.id],
  })
  expect(after.cards.find(({ name }) => name === 'two')?.status).toBe('archived')
})

test('an archived board is imported archived, with its cards, and again without a change', async () => {
  const first = await runImport(small({ closed: true }))
  expect(sums(first)).toMatchObject({ created: 9, rejected: 0 })
  const { board, cards } = await stored(first.into?.id ?? '')
  expect([board.archived, cards.length]).toEqual([true, 3])
  expect(sums(await runImport(small({ closed: true })))).toMatchObject({ unchanged: 9 })
  const cardsLater = [
    card('one', { idList: 'done' }),
    card('two'),
    card('three', { idList: 'old' }),
    card('four', { idList: 'old' }),
  ]
  expect((await runImport(small({ closed: true, cards: cardsLater }))).counts.cards).toMatchObject({
    created: 1,
    rejected: 0,
  })
  expect((await stored(first.into?.id ?? '')).board.archived).toBe(true)
})

test('a dry run returns the same report and writes nothing', async () => {
  const dry = await runImport(small(), { dry_run: true })
  expect(sums(dry)).toEqual({ read: 9, created: 9, updated: 0, unchanged: 0, rejected: 0 })
  expect((await call('GET /boards', {})).data).toEqual([])
  expect((await call('GET /members', {})).data).toEqual([])
  expect(await owner.events()).toEqual([])

  await runImport(small())
  await owner.events()
  const changed = small({
    lists: [{ id: 'todo', name: 'Do' }],
    cards: [card('one', { idList: 'gone' })],
  })
  const dryRun = (await runImport(changed, { dry_run: true })).counts
  expect(await owner.events()).toEqual([])
  expect((await runImport(changed)).counts).toEqual(dryRun)
})

test('an interrupted run is finished by a second run without duplicates', async () => {
  let posts = 0
  const failing = callWith(owner.key, (line) => {
    if (line.startsWith('POST') && (posts += 1) > 30) throw new TypeError('no network')
  })
  const text = exported('hermes-2014')
  const plan = planTrello(JSON.parse(text), 'x')
  await expect(applyBoardPlan(withoutBatches(failing), plan)).rejects.toMatchObject({
    code: 'unreachable',
  })

  const second = await runImport(text)
  expect(sums(second)).toMatchObject({ read: 75, rejected: 0 })
  expect(second.counts.cards.created + second.counts.cards.unchanged).toBe(55)
  expect(second.counts.cards.unchanged).toBeGreaterThan(0)
  const { cards, board } = await stored(second.into?.id ?? '')
  const first = board.lists[0]
  const planned = plan.cards.filter(({ list_ref }) => list_ref === first?.external_ref)
  expect(cards.filter(({ list_id }) => list_id === first?.id).map(({ name }) => name)).toEqual(
    planned.map(({ name }) => name),
  )
})

test('cards are created in batches, and an interrupted one leaves no duplicates', async () => {
  const lists = ['todo', 'done']
  const names = Array.from({ length: 230 }, (_, index) => `card ${index}`)
  const cards = names.map((id, index) => card(id, { idList: lists[index % 2] }))
  const text = small({ cards })
  let batches = 0
  const failing = callWith(owner.key, (line) => {
    if (line.endsWith('/cards/import') && (batches += 1) > 1) throw new TypeError('no network')
  })
  await expect(applyBoardPlan(failing, planTrello(JSON.parse(text), 'x'))).rejects.toMatchObject({
    code: 'unreachable',
  })

  const second = await runImport(text)
  expect(second.counts.cards).toMatchObject({ read: 230, created: 130, unchanged: 100 })
  const board_id = second.into?.id ?? ''
  const { board } = await stored(board_id)
  const saved = await fetchAll(call, 'GET /boards/:board_id/cards', { board_id })
  for (const [index, list_ref] of lists.entries()) {
    const list = board.lists.find(({ external_ref }) => external_ref?.endsWith(`/${list_ref}`))
    const inList = saved.filter(({ list_id }) => list_id === list?.id)
    expect(inList.map(({ name }) => name)).toEqual(names.filter((_, at) => at % 2 === index))
  }
})

test('people without an id of Trello’s are found again by name, also on another board', async () => {
  const members = ['ben', { id: 'm', fullName: 'Ada Moss' }]
  await runImport(small({ members }))
  const before = (await call('GET /members', {})).data
  const others = ['Ben', { id: 'other', fullName: 'Ada Moss' }, { id: 'new', fullName: 'Cy Hart' }]
  const other = small({
    id: 'other',
    members: others,
    cards: [card('x', { idMembers: ['other'] })],
  })
  const report = await runImport(other)
  expect(report.counts.members).toMatchObject({ unchanged: 2, created: 1 })
  const { cards, members: after } = await stored(report.into?.id ?? '')
  expect(after.map(({ name }) => name).sort()).toEqual(['Ada Moss', 'Cy Hart', 'ben'])
  expect(cards[0]?.members.map(({ id }) => id)).toEqual([
    before.find(({ name }) => name === 'Ada Moss')?.id,
  ])
  expect(sums(await runImport(other))).toMatchObject({ created: 0, updated: 0 })
})

test('two people of one name stay two, and one that nobody imported is nobody else', async () => {
  await call('POST /members', { name: 'Ada Moss' })
  const two = ['m', 'n'].map((id) => ({ id, fullName: 'Ada Moss' }))
  expect((await runImport(small({ members: two }))).counts.members).toMatchObject({ created: 2 })
  expect((await runImport(small({ members: two }))).counts.members).toMatchObject({ unchanged: 2 })
  const other = await runImport(small({ id: 'other', members: two }))
  expect(other.counts.members).toMatchObject({ created: 2 })
  expect((await call('GET /members', {})).data).toHaveLength(5)
})

test('a record already on another board is rejected and not moved', async () => {
  const hex = (n: number) => `5a1e685af39e7ba8a245000${n}`
  const lists = [
    { id: hex(1), name: 'Shared' },
    { id: 'todo', name: 'To do' },
  ]
  await runImport(small({ lists, cards: [card(hex(2))] }))
  const cards = [card(hex(2)), card('three', { idList: hex(1) }), card('four')]
  const other = await runImport(small({ id: 'other', lists, cards }))
  expect(other.counts).toMatchObject({
    lists: { read: 2, created: 1, rejected: 1 },
    cards: { read: 3, created: 1, rejected: 2 },
  })
  const reasons = other.rejected.map(({ kind, reason }) => `${kind} ${reason.slice(0, 56)}`).sort()
  expect(reasons).toEqual([
    'cards rejected by the server: Its list was rejected.',
    'cards rejected by the server: This external_ref belongs to crd',
    'lists rejected by the server: This external_ref belongs to bls',
  ])
})

test('a key without the right to import is refused before anything is written', async () => {
  const { key } = await call('POST /api-keys', { name: 'Writer', scope: 'write' })
  await expect(applyBoardPlan(callWith(key), planTrello(JSON.parse(small()), 'x'))).rejects.toThrow(
    'requires an admin key',
  )
  expect((await call('GET /boards', {})).data).toEqual([])
})

test('the report counts outcomes, unmapped fields and webhook events', async () => {
  const text = formatReport(
    await runImport(small({ checklists: [{ idCard: 'gone', checkItems: [{}, {}] }] })),
    { verbose: true },
  )
  expect(text).toMatch(/^Not imported: 2 checklist items in 1 card\n/)
  expect(text).toContain('cards            3         3         0         0         0')
  expect(text).toContain('checklists: 2 items in 1 card, for example {idCard, checkItems}')
  expect(text).toMatch(/No webhook events were sent\.\n$/)
})

const notes = {
  checklists: [{ id: 'k', idCard: 'one', name: 'Launch', checkItems: [{ name: 'Print' }] }],
  actions: [
    {
      type: 'commentCard',
      date: '2020-01-16T22:17:00.000Z',
      memberCreator: { fullName: 'Ada Moss' },
      data: { text: 'Ask the printers', card: { id: 'one' } },
    },
  ],
}

test('a second run keeps what a person edited in a description and updates the rest', async () => {
  const first = await runImport(small(notes))
  expect(formatReport(first)).toContain('1 checklist item in 1 card\n  1 comment in 1 card')
  expect(sums(await runImport(small(notes)))).toMatchObject({ unchanged: 9, updated: 0 })
  const one = async () =>
    (await stored(first.into?.id ?? '')).cards.find(({ name }) => name === 'one')
  const before = (await one())?.description ?? ''
  expect(before).toContain('- [ ] Print')

  const card_id = (await one())?.id ?? ''
  await call('PATCH /cards/:card_id', { card_id, description: `Ours, above.\n\n${before}` })
  expect(sums(await runImport(small(notes)))).toMatchObject({ unchanged: 9, updated: 0 })

  const checkItems = [{ name: 'Print', state: 'complete' }]
  const newer = small({ ...notes, checklists: [{ ...notes.checklists[0], checkItems }] })
  expect((await runImport(newer)).counts.cards).toMatchObject({ updated: 1, unchanged: 2 })
  expect((await one())?.description).toMatch(/^Ours, above\.[\s\S]*- \[x\] Print/)
})

test('a list chosen as done completes its cards, here and when imported again', async () => {
  const text = small({ cards: [card('one', { idList: 'done' }), card('two')] })
  const chosen = async (refs: string[]) => {
    const choices = new Map(refs.map((ref) => [ref, true]))
    const plan = withCompletingLists(planTrello(JSON.parse(text), 'x'), choices)
    return createReport(plan, await applyBoardPlan(call, plan), 'x', {})
  }
  expect(suggestCompletingLists(planTrello(JSON.parse(text), 'x'))).toEqual(['trello:small/done'])
  const board_id = (await chosen(['trello:small/done'])).into?.id ?? ''
  expect((await stored(board_id)).cards.map(({ completed }) => completed)).toEqual([false, true])
  expect(sums(await runImport(text))).toMatchObject({ updated: 0 })
  const { board } = await stored(board_id)
  expect(board.lists.map(({ completes_cards }) => completes_cards)).toEqual([false, true])
})

test('a file imported before can become a second board', async () => {
  await runImport(small())
  const plan = asNewBoard(planTrello(JSON.parse(small()), 'x'), 'copy')
  const report = createReport(plan, await applyBoardPlan(call, plan), 'x', {})
  expect(sums(report)).toMatchObject({ created: 8, unchanged: 1, rejected: 0 })
  expect((await call('GET /boards', {})).data.map(({ name }) => name)).toEqual(['Small', 'Small'])
})
