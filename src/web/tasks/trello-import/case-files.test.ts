import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createReport, type ImportReport } from '#client/importers/core/import-report.ts'
import { type ImportWorkspace, openImportWorkspace } from '#client/importers/core/test-importer.ts'
import { applyBoardPlan } from '#client/importers/trello/apply-board.ts'
import { trelloImporter } from '#client/importers/trello/trello-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import type { ImportSource } from '#web/ui/import/choose-file.tsx'
import type { ParseResult } from './parse-export-worker.ts'

let service: TestService
let post: (message: { readonly data: ImportSource }) => void
let receive: (result: ParseResult) => void
beforeAll(async () => {
  service = await openTestService()
  // The two functions that a worker has and Node does not.
  vi.stubGlobal('addEventListener', (_type: 'message', listener: typeof post) => {
    post = listener
  })
  vi.stubGlobal('postMessage', (result: ParseResult) => receive(result))
  await import('./parse-export-worker.ts')
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await service.close()
})

const parseInWorker = (source: ImportSource) =>
  new Promise<ParseResult>((resolve) => {
    receive = resolve
    post({ data: source })
  })

const ways = {
  'command line': async (
    at: ImportWorkspace,
    name: string,
    text: string,
  ): Promise<ImportReport | undefined> => {
    const [report] = await at.run(trelloImporter({}), { [name]: text })
    return report
  },
  dashboard: async (
    { call }: ImportWorkspace,
    name: string,
    text: string,
  ): Promise<ImportReport | undefined> => {
    // With its mark, as a file is when it is dropped on the page.
    const result = await parseInWorker({ name, content: new Blob(['\ufeff', text]) })
    if (!('plan' in result)) throw new Error(result.refused)
    return createReport(result.plan, await applyBoardPlan(call, result.plan), name, {})
  },
}

const comments = '> first [^]*> second [^]*> third'

/** What is right for each case: the cards with their labels and people, and what the report says is missing. */
const cases = {
  'trello-string-labels': {
    cards: [
      {
        name: 'Set up server',
        labels: ['P0', 'infra'],
        members: ['ada.moss'],
        description: '### Steps - \\[ \\] Order it - \\[ \\] Rack it ### Checks - \\[x\\] Ping',
      },
      { name: 'Write docs', labels: ['docs'], members: [], description: '^$' },
    ],
    missing: [],
  },
  'trello-comments-oldest-first': {
    cards: [{ name: 'Card with comments', labels: [], members: [], description: comments }],
    missing: ['2 of 5 comments are not in the file'],
  },
  'trello-comments-newest-first': {
    cards: [{ name: 'Card with comments', labels: [], members: [], description: comments }],
    missing: ['2 of 5 comments are not in the file'],
  },
}

/** The cards of the only board, by the names of what they refer to. */
async function readCards({ call }: ImportWorkspace) {
  const [board] = (await call('GET /boards', {})).data
  if (!board) throw new Error('There is no board.')
  const { data: members } = await call('GET /members', {})
  const labels = new Map(board.labels.map(({ id, name }) => [id, name]))
  const { data: cards } = await call('GET /boards/:board_id/cards', { board_id: board.id })
  return Promise.all(
    cards.map(async ({ id }) => {
      const card = await call('GET /cards/:card_id', { card_id: id })
      const people = members.filter((one) => card.members?.some(({ id: own }) => own === one.id))
      return {
        name: card.name,
        labels: card.label_ids.flatMap((label_id) => labels.get(label_id) ?? []).toSorted(),
        members: people.map(({ name }) => name),
        description: (card.description ?? '').replace(/\s+/g, ' '),
      }
    }),
  )
}

const summaries = (report: ImportReport | undefined) =>
  report?.not_mapped.flatMap(({ path, summary }) =>
    path === 'cards[].badges.comments' ? [summary] : [],
  )

describe.each(Object.entries(ways))('by the %s', (_way, importFile) => {
  test.each(Object.entries(cases))(
    '%s is imported, and unchanged a second time',
    async (name, expected) => {
      const at = await openImportWorkspace(service)
      const url = new URL(`../../../client/importers/fixtures/cases/${name}.json`, import.meta.url)
      const text = readFileSync(url, 'utf8')
      const first = await importFile(at, `${name}.json`, text)
      const cards = await readCards(at)
      expect(cards).toMatchObject(
        expected.cards.map(({ description, ...card }) => ({
          ...card,
          description: expect.stringMatching(description),
        })),
      )
      expect(summaries(first)).toEqual(expected.missing)
      const second = await importFile(at, `${name}.json`, text)
      for (const [kind, { read }] of Object.entries(first?.counts ?? {}))
        expect(second?.counts[kind]).toMatchObject({ read, unchanged: read })
      expect(await readCards(at)).toEqual(cards)
    },
  )
})

test('the worker says why a file is none of a board', async () => {
  expect(await parseInWorker({ name: 'x.json', content: '[]' })).toMatchObject({
    refused: expect.stringContaining('found an empty array'),
  })
})
