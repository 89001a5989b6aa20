import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { contentKinds } from './board-plan.ts'
import { createDescription, updateDescription } from './card-description.ts'
import { planTrello } from './trello-importer.ts'

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
