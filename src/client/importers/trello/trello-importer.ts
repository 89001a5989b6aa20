import { FileRefused } from '#client/importers/core/import-error.ts'
import { createFindings } from '#client/importers/core/import-plan.ts'
import { reportOf } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import { cleaned, flagOf, lengthOf, manyLines, oneLine } from '#client/importers/core/sanitize.ts'
import { idOf, type JsonObject } from '#client/importers/formats/json.ts'
import { applyBoardPlan } from './apply-board.ts'
import { type BoardPlan, type Kind, type PlannedBoard, kinds } from './board-plan.ts'
import { readCards, readMembers } from './parse-cards.ts'
import { readLabels } from './parse-labels.ts'
import { readLists } from './parse-lists.ts'
import { readTrelloBoard, type Reading, refsOf, timesOf } from './trello-export.ts'
import { leftOut } from './unmapped-trello-fields.ts'

/** Boards from Trello's JSON exports, one to a file. */
export const trelloImporter: Importer = eachFile(({ text, name }) => {
  const plan = planTrello(text, name)
  return {
    async apply(call, options) {
      return reportOf(plan, await applyBoardPlan(call, plan, options), name, options)
    },
  }
})

/** A Trello export as what it asks for. The whole file is read here, before anything is written. */
export const planTrello = (text: string, file_name: string): BoardPlan =>
  planTrelloBoard(readTrelloBoard(text), file_name)

/** The same of an export that is read already. */
export function planTrelloBoard(board: JsonObject, file_name: string): BoardPlan {
  const notebook = createFindings<Kind>()
  const reading: Reading = { board, notebook, refs: refsOf(board['id'], file_name) }

  const planned = readBoard(reading, file_name)
  const lists = readLists(reading)
  const labels = readLabels(reading)
  const members = readMembers(reading)
  const cards = readCards(reading, lists, labels, members)

  const made = {
    boards: 1,
    lists: lists.planned.length,
    labels: labels.planned.length,
    members: members.planned.length,
    cards: cards.length,
  }
  const read = (kind: Kind) =>
    made[kind] + notebook.rejected.filter((one) => one.kind === kind).length
  return {
    source: 'trello',
    kinds,
    board: planned,
    lists: lists.planned,
    labels: labels.planned,
    members: members.planned,
    cards,
    findings: {
      read: {
        boards: 1,
        lists: read('lists'),
        labels: read('labels'),
        members: read('members'),
        cards: read('cards'),
      },
      rejected: notebook.rejected,
      notes: notebook.notes(),
      ...leftOut(board),
    },
  }
}

function readBoard({ board, notebook, refs }: Reading, file_name: string): PlannedBoard {
  const id = idOf(board['id'])
  if (id === undefined)
    notebook.warn('id: the board has none, known by the name of its file', file_name)
  const shown = id ?? file_name
  const { text } = cleaned(notebook, 'name', shown, board['name'], oneLine)
  if (lengthOf(text) > 255) {
    throw new FileRefused(`name: the board's name has ${lengthOf(text)} characters, more than 255.`)
  }
  if (text === '') notebook.warn('name: missing or blank, named after the file', file_name)
  const description = cleaned(notebook, 'desc', shown, board['desc'], manyLines).text
  if (lengthOf(description) > 50_000) {
    throw new FileRefused(`desc: the board's description has more than 50,000 characters.`)
  }
  return {
    external_ref: refs.board,
    name: text || nameFrom(file_name),
    description: description === '' ? null : description,
    archived: flagOf(notebook, 'closed', shown, board['closed']),
    ...timesOf({ record: board, id: id ?? '' }),
  }
}

const nameFrom = (file_name: string) =>
  oneLine(file_name.replace(/\.json(\.gz)?$/i, '')).text.slice(0, 255) || 'Imported board'
