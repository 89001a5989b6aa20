import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { createDescription } from './card-description.ts'
import { planTrello } from './trello-importer.ts'

const readCase = (name: string) => {
  const text = readFileSync(new URL(`../fixtures/cases/${name}.json`, import.meta.url), 'utf8')
  return planTrello(JSON.parse(text), `${name}.json`)
}

test('texts in the lists of a card are labels, check items and members', () => {
  const { labels, members, cards, findings } = readCase('trello-string-labels')
  expect(labels.map(({ name, color }) => `${color}:${name}`)).toEqual([
    'gray:infra',
    'gray:P0',
    'gray:docs',
  ])
  expect(cards.map(({ label_refs }) => label_refs.length)).toEqual([2, 1])
  expect(members.map(({ name }) => name)).toEqual(['ada.moss'])
  expect(cards[0]?.member_refs).toEqual(members.map(({ external_ref }) => external_ref))
  expect(cards[0] && createDescription(cards[0])).toContain(
    '### Steps\n\n- [ ] Order it\n- [ ] Rack it\n\n### Checks\n\n- [x] Ping',
  )
  expect(findings.notes.map(formatNote)).toEqual(['id: missing, identified by the file name'])
})

test.each(['trello-comments-oldest-first', 'trello-comments-newest-first'])(
  'the comments of %s are in the order of their dates, and those not in it are counted',
  (name) => {
    const { cards, findings } = readCase(name)
    const texts = cards[0]?.content.map(({ text }) => text.split('> ')[1]?.trim())
    expect(texts).toEqual(['first', 'second', 'third'])
    const losses = findings.not_mapped.filter(({ bookkeeping }) => !bookkeeping)
    expect(losses).toMatchObject([
      {
        path: 'cards[].badges.comments',
        count: 2,
        summary: '2 of 5 comments are not in the file',
        example: '"Card with comments"',
      },
    ])
  },
)

const plan = (file: object) => planTrello({ name: 'Board', ...file }, 'board.json')
const notesOf = ({ findings }: ReturnType<typeof plan>) =>
  findings.notes.map((note) => `${formatNote(note)}: ${note.count}, ${note.example}`)

test('what a card names beside its ids is on it too', () => {
  const result = plan({
    id: 'b',
    lists: [{ id: 1, name: 'To do' }],
    labels: ['infra', { id: 'l', name: 'Docs', color: 'sky' }],
    members: ['ben', { id: 'm', fullName: 'Ada Moss', username: 'ada.moss' }],
    cards: [
      {
        id: 'c',
        idList: 1,
        name: 'Card',
        idLabels: ['l'],
        labels: ['Docs', 'infra', 'new'],
        idMembers: ['m'],
        members: ['ada.moss', 'Ben', { id: 'x', fullName: 'Cy Hart' }],
        attachments: ['https://example.com/a'],
      },
    ],
  })
  expect(result.labels.map(({ name }) => name)).toEqual(['infra', 'Docs', 'new'])
  expect(result.members.map(({ name }) => name)).toEqual(['ben', 'Ada Moss', 'Cy Hart'])
  const [card] = result.cards
  expect([card?.label_refs.length, card?.member_refs.length]).toEqual([3, 3])
  expect(card?.content.map(({ text }) => text)).toEqual([
    '- [https://example.com/a](<https://example.com/a>)',
  ])
  expect([result.findings.rejected, notesOf(result)]).toEqual([[], []])
})

test('a list that is none and a checklist that cannot be read are reported', () => {
  const checklists = [
    { name: 'Steps', checkItems: [3, null] },
    { name: 'Later', checkItems: [] },
  ]
  const card = { id: 'c', idList: 'l', name: 'Card', checklists, labels: 'infra, P0', members: 4 }
  const result = plan({ id: 'b', lists: [{ id: 'l', name: 'To do' }], cards: [card] })
  expect(notesOf(result)).toEqual([
    'checklists[].checkItems: cannot be read, omitted: 2, 3',
    'checklists[]: none of its items can be read, omitted: 1, Steps',
    'cards[].labels: not a list, omitted: 1, "infra, P0"',
    'cards[].members: not a list, omitted: 1, 4',
  ])
  expect(result.cards[0]?.content.map(({ text }) => text)).toEqual(['### Later'])
})

test('a label that stands twice and one that is too long are reported', () => {
  const long = 'x'.repeat(256)
  const result = plan({
    id: 'b',
    lists: [{ id: 'l', name: 'To do' }],
    labels: [{ name: 'A' }, { name: 'A' }, long, null],
    cards: [{ id: 'c', idList: 'l', name: 'Card', labels: [long] }],
  })
  expect(result.findings.rejected.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
    'labels[1]: duplicate: the first one is used',
    'labels[2]: the name has 256 characters (at most 255)',
    'labels[3]: expected an object, found null',
  ])
  expect(notesOf(result)).toEqual(['cards[].labels: its label was rejected, omitted: 1, c'])
})

test('comments without a date stay beside those that precede them in time', () => {
  const comment = (text: string, date?: unknown) => ({
    type: 'commentCard',
    ...(date === undefined ? {} : { date }),
    data: { text, card: { id: 'c' } },
  })
  const order = (...actions: object[]) => {
    const cards = [{ id: 'c', idList: 'l', name: 'Card' }]
    const result = plan({ id: 'b', lists: [{ id: 'l', name: 'To do' }], cards, actions })
    return result.cards[0]?.content.map(({ text }) => text.split('> ')[1]).join(' ')
  }
  const [one, two, three] = [1, 2, 3].map((day) => `2024-01-0${day}T10:00:00Z`)
  expect(order(comment('b'), comment('a'))).toBe('a b')
  expect(order(comment('c', two), comment('b'), comment('a', one))).toBe('a b c')
  expect(order(comment('a', one), comment('b'), comment('c', two))).toBe('a b c')
  expect(order(comment('b', two), comment('c', three), comment('a', one))).toBe('a b c')
  expect(order(comment('b', one), comment('a', one))).toBe('a b')
})

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const boardLists = ['lists', 'cards', 'labels', 'members', 'checklists', 'actions'] as const
const cardLists = [
  'idLabels',
  'labels',
  'idMembers',
  'members',
  'checklists',
  'attachments',
  'customFieldItems',
  'stickers',
] as const

type Item = Record<string, unknown>
const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An export that has every list, each with three items. */
function createBoard() {
  const three = <T>(make: (id: string) => T): unknown[] => ['1', '2', '3'].map(make)
  const checklist = (id: string, more: object = {}) => ({
    id,
    name: `Checklist ${id}`,
    checkItems: three((n) => ({ name: `Item ${id} ${n}` })),
    ...more,
  })
  const cards = three((n) => ({
    id: `c${n}`,
    name: `Card ${n}`,
    idList: `l${n}`,
    idLabels: three((id) => `b${id}`),
    labels: three((id) => ({ id: `b${id}`, name: `Label ${id}`, color: 'red' })),
    idMembers: three((id) => `m${id}`),
    members: three((id) => ({ id: `m${id}`, fullName: `Person ${id}` })),
    checklists: three((id) => checklist(`own${n}${id}`)),
    attachments: three((id) => ({ url: `https://example.com/${n}/${id}` })),
    customFieldItems: three((id) => ({ value: id })),
    stickers: three((id) => ({ image: id })),
  }))
  const lists: Record<(typeof boardLists)[number], unknown[]> = {
    lists: three((n) => ({ id: `l${n}`, name: `List ${n}` })),
    cards,
    labels: three((n) => ({ id: `b${n}`, name: `Label ${n}`, color: 'red' })),
    members: three((n) => ({ id: `m${n}`, fullName: `Person ${n}` })),
    checklists: three((n) => checklist(`board${n}`, { idCard: `c${n}` })),
    actions: three((n) => ({
      type: 'commentCard',
      data: { card: { id: `c${n}` }, text: `Comment ${n}` },
    })),
  }
  return { id: 'b', ...lists }
}

/** Replaces items of every list, and returns the texts and all else that came into each, by its path. */
function replaceItems(board: ReturnType<typeof createBoard>, random: () => number) {
  const texts = new Map<string, string[]>()
  const others = new Map<string, number>()
  let next = 0
  const junk = (path: string): unknown => {
    const kind = Math.floor(random() * 4)
    if (kind === 0) {
      const text = `text ${(next += 1)}`
      texts.set(path, [...(texts.get(path) ?? []), text])
      return text
    }
    others.set(path, (others.get(path) ?? 0) + 1)
    return [7_000 + next, null, [{ name: 'nested' }]][kind - 1]
  }
  const replaceIn = (list: unknown, path: string) => {
    if (!Array.isArray(list)) return
    for (const index of list.keys()) if (random() < 0.25) list[index] = junk(path)
  }
  for (const name of boardLists) replaceIn(board[name], name)
  const cards = board.cards.filter(isItem)
  for (const card of cards) for (const name of cardLists) replaceIn(card[name], `cards[].${name}`)
  const cardIds = new Set(cards.map(({ id }) => id))
  const checklists = [
    ...board.checklists.filter((one) => isItem(one) && cardIds.has(one['idCard'])),
    ...cards.flatMap((card) => card['checklists']),
  ]
  for (const one of checklists.filter(isItem))
    replaceIn(one['checkItems'], 'checklists[].checkItems')
  return { texts, others, cards }
}

/** Lists in which a text has a meaning. */
const lists = {
  ofTexts: new Set([
    'labels',
    'members',
    'cards[].labels',
    'cards[].members',
    'cards[].attachments',
    'checklists[].checkItems',
  ]),
  ofRecords: new Set(['lists', 'cards', 'labels', 'members']),
  ofIds: new Map([
    ['cards[].idLabels', 'unknown label'],
    ['cards[].idMembers', 'unknown member'],
  ]),
  unmapped: new Set(['cards[].customFieldItems', 'cards[].stickers']),
}

test.each(Array.from({ length: 80 }, (_, seed) => seed))(
  'every item of a list is imported or reported by its path (seed %i)',
  (seed) => {
    const board = createBoard()
    const { texts, others, cards } = replaceItems(board, createRandom(seed))
    const result = plan(board)
    const { notes, rejected, not_mapped } = result.findings
    const countOf = (message: string) =>
      notes.find((note) => formatNote(note) === message)?.count ?? 0
    const written = JSON.stringify([
      result.labels,
      result.members,
      result.cards.map(createDescription),
    ])

    for (const path of new Set([...texts.keys(), ...others.keys()])) {
      const own = texts.get(path) ?? []
      const isTextRead = lists.ofTexts.has(path)
      if (isTextRead) for (const text of own) expect(written).toContain(text)
      const lost = (others.get(path) ?? 0) + (isTextRead ? 0 : own.length)
      const reason = lists.ofIds.get(path)
      if (lists.ofRecords.has(path)) {
        const places = rejected.filter((one) => one.path.startsWith(`${path}[`))
        expect([path, places.length]).toEqual([path, lost])
      } else if (reason !== undefined) {
        expect(countOf(`${path}: ${reason}, omitted`)).toBeGreaterThanOrEqual(lost)
      } else if (lists.unmapped.has(path)) {
        const [, key = ''] = path.split('.')
        const all = cards.flatMap((card) => card[key])
        const field = not_mapped.find((one) => one.path === path)
        expect([path, field?.count]).toEqual([path, all.length])
      } else {
        const count = countOf(`${path}: cannot be read, omitted`)
        expect([path, count]).toEqual([path, lost])
      }
    }
  },
)

test('a comment that repeats the id of another and says something else is counted', () => {
  const comment = (text: string) => ({
    id: 'a1',
    type: 'commentCard',
    date: '2024-05-06T10:00:00Z',
    data: { text, card: { id: 'c' } },
  })
  const lists = [{ id: 'l', name: 'To do' }]
  const cards = [{ id: 'c', name: 'Card', idList: 'l' }]
  const lossesOf = (...texts: string[]) =>
    plan({ id: 'b', lists, cards, actions: texts.map(comment) })
      .findings.not_mapped.filter(({ bookkeeping }) => !bookkeeping)
      .map(({ summary }) => summary)
  expect(lossesOf('One', 'Two')).toEqual(['1 comment'])
  expect(lossesOf('One', 'One')).toEqual([])
})
