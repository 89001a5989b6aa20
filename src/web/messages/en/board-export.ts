import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })
const cards = (count: number) => plural(count, { one: '# card', other: '# cards' })

/** Exporting and printing the cards of a board. */
export const boardExportText = {
  menu: 'Export…',
  selection: 'Export',
  print: 'Print',
  title: (board: string) => `Export ${board}`,
  scope: 'Cards',
  scopes: {
    board: 'All cards on this board',
    view: 'Cards that match the filter',
    selection: 'Selected cards',
  },
  countOf: cards,
  archivedHint: 'Without archived cards',
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  formatHints: { csv: 'For spreadsheets', json: 'For scripts and other tools' },
  raw: 'Raw values',
  rawHint: 'Keeps texts that a spreadsheet may run as formulas',
  download: 'Export',
  loading: (loaded: number, total: number) =>
    total > 0 ? `Loading ${number(loaded)} of ${cards(total)}…` : `Loading ${cards(loaded)}…`,
  stop: 'Stop and export these',
  exported: (count: number) => `Exported ${cards(count)}`,
  exportedPart: (count: number) => `Exported ${cards(count)}. The rest wasn’t loaded.`,
  failed: 'Couldn’t load all cards',
  exportLoaded: 'Export loaded cards',
  tryAgain: 'Try again',
  loadingToPrint: 'Loading all cards to print…',
  printFailed: 'Couldn’t load all cards to print.',
  printLoaded: 'Print loaded cards',
}
