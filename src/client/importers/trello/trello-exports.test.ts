import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { contentKinds } from './board-plan.ts'
import { createDescription, updateDescription } from './card-description.ts'
import { planTrello } from './trello-importer.ts'

/** Boards that people really kept; their counts were taken by hand from the files. */
const expectedCounts = {
  'amirite-2018': {
    lists: [7, 0],
    cards: [81, 23],
    labels: 6,
    labelled: [73, 93],
    due: [21, 7],
    people: [3, 2],
  },
  'hermes-2014': {
    lists: [11, 3],
    cards: [55, 5],
    labels: 4,
    labelled: [34, 46],
    due: [0, 0],
    people: [4, 46],
  },
  'tapmovies-2017': {
    lists: [7, 2],
    cards: [62, 1],
    labels: 6,
    labelled: [2, 11],
    due: [0, 0],
    people: [4, 77],
  },
  'user-location-2024': {
    lists: [7, 1],
    cards: [28, 2],
    labels: 2,
    labelled: [26, 26],
    due: [0, 0],
    people: [1, 24],
  },
  'deck-example-2020': {
    lists: [3, 0],
    cards: [5, 0],
    labels: 6,
    labelled: [1, 1],
    due: [1, 0],
    people: [1, 0],
  },
  'deck-parse-test-2020': {
    lists: [2, 0],
    cards: [4, 0],
    labels: 6,
    labelled: [0, 0],
    due: [0, 0],
    people: [1, 0],
  },
  'simple-project-board-2022': {
    lists: [5, 1],
    cards: [10, 1],
    labels: 8,
    labelled: [3, 4],
    due: [0, 0],
    people: [1, 0],
  },
  'kanban-template-2020': {
    lists: [8, 1],
    cards: [16, 1],
    labels: 6,
    labelled: [0, 0],
    due: [1, 1],
    people: [1, 0],
  },
  'welcome-board-2013': {
    lists: [3, 0],
    cards: [18, 0],
    labels: 2,
    labelled: [1, 2],
    due: [0, 0],
    people: [2, 1],
  },
  'product-launch-sample-2026': {
    lists: [4, 0],
    cards: [5, 0],
    labels: 6,
    labelled: [5, 6],
    due: [4, 1],
    people: [2, 5],
  },
}

/** Items of checklists, attachments, comments: part of the descriptions. */
const contentCounts = {
  'amirite-2018': [23, 5, 3],
  'hermes-2014': [0, 1, 29],
  'tapmovies-2017': [0, 21, 17],
  'user-location-2024': [0, 27, 24],
  'deck-example-2020': [2, 0, 0],
  'deck-parse-test-2020': [5, 3, 0],
  'simple-project-board-2022': [12, 5, 4],
  'kanban-template-2020': [0, 9, 0],
  'welcome-board-2013': [3, 2, 2],
  'product-launch-sample-2026': [0, 0, 0],
}

const read = (name: string) => {
  const file = gunzipSync(readFileSync(new URL(`../fixtures/${name}.json.gz`, import.meta.url)))
  return planTrello(JSON.parse(file.toString('utf8')), `${name}.json`)
}

test.each(Object.entries(expectedCounts))(
  'the export %s is planned with all it holds',
  (name, counts) => {
    const { lists, cards, labels, members, findings } = read(name)
    const uses = cards.flatMap(({ label_refs }) => label_refs)
    expect({
      lists: [lists.length, lists.filter(({ archived }) => archived).length],
      cards: [cards.length, cards.filter(({ status }) => status === 'archived').length],
      labels: labels.length,
      labelled: [cards.filter(({ label_refs }) => label_refs.length > 0).length, uses.length],
      due: [
        cards.filter(({ due_at }) => due_at !== null).length,
        cards.filter(({ completed }) => completed).length,
      ],
      people: [members.length, cards.flatMap(({ member_refs }) => member_refs).length],
    }).toEqual(counts)
    expect(findings.rejected).toEqual([])
  },
)

test.each(Object.entries(contentCounts))(
  'the export %s loses no checklist, attachment or comment',
  (name, counts) => {
    const { cards, findings } = read(name)
    const entries = cards.flatMap(({ content }) => content)
    expect(
      contentKinds.map((kind) =>
        entries.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0),
      ),
    ).toEqual(counts)
    const content = findings.not_mapped.filter(({ bookkeeping }) => !bookkeeping)
    const paths = content.map(({ path }) => path)
    expect(paths.filter((path) => /checklists|attachments$|commentCard/.test(path))).toEqual([])
    for (const card of cards) {
      const description = createDescription(card)
      expect(description ?? '').toContain(card.description?.trimEnd() ?? '')
      expect(updateDescription(description, card)).toEqual({ description, kept: false })
    }
  },
)

test('open cards in a closed list are counted', () => {
  const inClosed = ['hermes-2014', 'kanban-template-2020'].map((name) =>
    read(name).findings.notes.map((note) => [formatNote(note), note.count]),
  )
  const what = 'cards[].closed: open card in a closed list, kept open in the archived list'
  expect(inClosed).toEqual([[[what, 5]], [[what, 1]]])
})
