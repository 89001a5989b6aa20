import { createCsv, type CsvCell } from '#client/csv-text.ts'
import type { Board, Card } from '#client/resources.ts'
import { formatFileName } from '#web/session/download-file.ts'
import { localDay } from '#web/ui/format.ts'

export type ExportFormat = 'csv' | 'json'

interface CardExport {
  readonly board: Pick<Board, 'id' | 'name' | 'lists' | 'labels'>
  readonly cards: readonly Card[]
  readonly format: ExportFormat
  readonly now: Date
  /** Not all cards could be loaded; the name of the file says so. */
  readonly partial?: boolean
  /** Texts in a CSV file stay as they are, also those that a spreadsheet would run as a formula. */
  readonly raw?: boolean
}

interface ExportFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

/**
 * The shape of the JSON file. Dates are ISO 8601 in UTC, or null. A key is missing where the server has no such field.
 */
interface ExportedBoard {
  readonly board: Pick<Board, 'id' | 'name'>
  readonly exported_at: string
  readonly cards: readonly {
    readonly id: string
    readonly title: string
    readonly list: { readonly id: string; readonly name: string }
    readonly labels: readonly { readonly name: string; readonly color: string }[]
    readonly members: readonly { readonly id: string; readonly name: string }[]
    readonly start_at?: string | null | undefined
    readonly due_at: string | null
    readonly completed: boolean
    readonly completed_at?: string | null | undefined
    readonly status: Card['status']
    readonly description?: string | null | undefined
  }[]
}

/** A file of these cards, in their order. */
export function exportCards(options: CardExport): ExportFile {
  const { board, cards, format, now, partial, raw = false } = options
  const subject = { name: board.name, fallback: 'Board' }
  const file = { name: formatFileName(subject, localDay(now), format, partial) }
  return format === 'csv'
    ? { ...file, type: 'text/csv;charset=utf-8', text: createCardsCsv(board, cards, raw) }
    : {
        ...file,
        type: 'application/json',
        text: `${JSON.stringify(describeBoard(board, cards, now), null, 2)}\n`,
      }
}

function createCardsCsv(board: CardExport['board'], cards: readonly Card[], raw: boolean): string {
  const lists = namesById(board.lists)
  const labels = new Map(board.labels.map((label) => [label.id, label.name || label.color]))
  const columns: [string, (card: Card) => CsvCell][] = [
    ['Title', (card) => card.name],
    ['List', (card) => lists.get(card.list_id)],
    ['Labels', (card) => (card.label_ids ?? []).flatMap((id) => labels.get(id) ?? []).join(', ')],
    ['Members', (card) => (card.members ?? []).map(({ name }) => name).join(', ')],
    ['Start', (card) => card.start_at],
    ['Due', (card) => card.due_at],
    ['Done', (card) => (card.completed ? 'yes' : 'no')],
    ['Completed at', (card) => card.completed_at],
    ['Archived', (card) => (card.status === 'archived' ? 'yes' : 'no')],
    ['ID', (card) => card.id],
  ]
  if (cards.some(({ description }) => description))
    columns.push(['Description', (card) => card.description])
  return createCsv(
    columns.map(([name]) => name),
    cards.map((card) => columns.map(([, cellOf]) => cellOf(card))),
    { raw },
  )
}

function describeBoard(
  { id, name, lists, labels }: CardExport['board'],
  cards: readonly Card[],
  now: Date,
): ExportedBoard {
  const listNames = namesById(lists)
  const labelsById = new Map(labels.map((label) => [label.id, label]))
  return {
    board: { id, name },
    exported_at: now.toISOString(),
    cards: cards.map((card) => ({
      id: card.id,
      title: card.name,
      list: { id: card.list_id, name: listNames.get(card.list_id) ?? '' },
      labels: (card.label_ids ?? [])
        .flatMap((label_id) => labelsById.get(label_id) ?? [])
        .map((label) => ({ name: label.name, color: label.color })),
      members: (card.members ?? []).map((member) => ({ id: member.id, name: member.name })),
      start_at: card.start_at,
      due_at: card.due_at,
      completed: card.completed,
      completed_at: card.completed_at,
      status: card.status,
      description: card.description,
    })),
  }
}

const namesById = (items: readonly { readonly id: string; readonly name: string }[]) =>
  new Map(items.map(({ id, name }) => [id, name]))
