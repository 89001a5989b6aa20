import { FileRefused } from '#client/importers/core/import-error.ts'
import type { BoardNoteCode } from '#client/importers/core/import-notes.ts'
import { createFindings } from '#client/importers/core/import-plan.ts'
import {
  type Importer,
  type SourceFile,
  toReadyImport,
  withPath,
} from '#client/importers/core/importer.ts'
import {
  sanitizeField,
  parseFlag,
  lengthOf,
  sanitizeText,
  sanitizeLine,
} from '#client/importers/core/sanitize.ts'
import { idOf, parseJsonFile } from '#client/importers/formats/json.ts'
import { nameKey } from '#contract/names.rules.ts'
import { applyBoardPlan } from './apply-board.ts'
import {
  type BoardPlan,
  type BoardKind,
  type PlannedBoard,
  boardKinds,
  withCompletingLists,
} from './board-plan.ts'
import { countContent, parseCardContent } from './card-content.ts'
import { parseCards } from './parse-cards.ts'
import { parseLabels } from './parse-labels.ts'
import { parseLists } from './parse-lists.ts'
import { parseMembers } from './parse-members.ts'
import {
  unwrapTrelloBoard,
  type TrelloContext,
  createRefs,
  isNamedByFile,
  parseTimes,
} from './trello-export.ts'
import { unmappedTrelloFields } from './unmapped-trello-fields.ts'

interface TrelloOptions {
  /** The lists of this name complete their cards. */
  readonly done_list?: string | undefined
}

/** Boards from Trello's JSON exports, one to a file. */
export const trelloImporter =
  ({ done_list }: TrelloOptions = {}): Importer =>
  async (files) => {
    const parsed: ParsedFile[] = []
    for (const file of files) {
      const plan = await withPath(file, async ({ text, name }) => {
        const board = planTrello(await parseJsonFile(text), name)
        refuseSameBoard(board, parsed)
        return board
      })
      parsed.push({ file, plan })
    }
    const chosen = done_list === undefined ? parsed : withDoneList(parsed, done_list)
    return chosen.map(({ file, plan }) => toReadyImport(file, plan, applyBoardPlan))
  }

interface ParsedFile {
  readonly file: SourceFile
  readonly plan: BoardPlan
}

/** A board without an id is known by the name of its file, which is another's in another folder. */
function refuseSameBoard({ board }: BoardPlan, parsed: readonly ParsedFile[]): void {
  const same = parsed.find(({ plan }) => plan.board.external_ref === board.external_ref)
  if (same && isNamedByFile(board.external_ref))
    throw new FileRefused(
      `The board has no id, and ${same.file.path} has the same name: they would be one board. Rename one of the files.`,
    )
}

/** Some of several boards may have no such list. */
function withDoneList(parsed: readonly ParsedFile[], name: string): ParsedFile[] {
  const refsOf = ({ lists }: BoardPlan) =>
    lists.filter((list) => nameKey(list.name) === nameKey(name)).map((list) => list.external_ref)
  if (parsed.every(({ plan }) => refsOf(plan).length === 0))
    throw new FileRefused(`No board has a list ${JSON.stringify(name)} to complete its cards.`)
  return parsed.map(({ file, plan }) => ({
    file,
    plan: withCompletingLists(plan, new Map(refsOf(plan).map((ref) => [ref, true]))),
  }))
}

/** The plan of a Trello export. */
export function planTrello(file: unknown, file_name: string): BoardPlan {
  const board = unwrapTrelloBoard(file)
  const findings = createFindings<BoardKind, BoardNoteCode>()
  const context: TrelloContext = { board, findings, refs: createRefs(board['id'], file_name) }

  const plannedBoard = parseBoard(context, file_name)
  const lists = parseLists(context)
  const labels = parseLabels(context)
  const members = parseMembers(context)
  const content = parseCardContent(context)
  const cards = parseCards(context, lists, labels, members, content)

  const accepted = {
    boards: 1,
    lists: lists.planned.length,
    labels: labels.planned.length,
    members: members.planned.length,
    cards: cards.length,
  }
  const { not_mapped, empty } = unmappedTrelloFields(board, content.isImported)
  return {
    source: 'trello',
    kinds: boardKinds,
    board: plannedBoard,
    lists: lists.planned,
    labels: labels.planned,
    members: members.planned,
    cards,
    findings: findings.finish(accepted, {
      not_mapped: [...content.missingComments(), ...not_mapped],
      empty,
      in_descriptions: countContent(cards),
    }),
  }
}

function parseBoard({ board, findings, refs }: TrelloContext, file_name: string): PlannedBoard {
  const id = idOf(board['id'])
  if (id === undefined) findings.warn('no_board_id', {}, file_name)
  const displayId = id ?? file_name
  const text = sanitizeField(findings, 'name', displayId, board['name'], sanitizeLine)
  if (lengthOf(text) > 255) {
    throw new FileRefused(`name: the board's name has ${lengthOf(text)} characters (at most 255).`)
  }
  if (text === '') findings.warn('no_board_name', {}, file_name)
  const description = sanitizeField(findings, 'desc', displayId, board['desc'], sanitizeText)
  if (lengthOf(description) > 50_000) {
    throw new FileRefused(`desc: the board's description has more than 50,000 characters.`)
  }
  return {
    external_ref: refs.board,
    name: text || nameFromFile(file_name),
    description: description === '' ? null : description,
    archived: parseFlag(findings, 'closed', displayId, board['closed']),
    ...parseTimes({ record: board, id: id ?? '' }),
  }
}

const nameFromFile = (file_name: string) =>
  sanitizeLine(file_name.replace(/\.json(\.gz)?$/i, '')).text.slice(0, 255) || 'Imported board'
