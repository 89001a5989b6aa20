import { plural } from '#web/messages/plural.ts'

const records = (count: number) => plural(count, { one: '# record', other: '# records' })
const cards = (count: number) => plural(count, { one: '# card', other: '# cards' })
const number = (value: number) => plural(value, { other: '#' })

/** The page that imports a Trello board. */
export const trelloImportText = {
  title: 'Import from Trello',
  loading: 'Loading the import',
  failed: 'Couldn’t load the import',

  unsupported: 'This server can’t import boards',
  unsupportedDescription: 'Its API can’t create boards. Boards created on the server appear here.',
  readOnly: 'You have read-only access',
  readOnlyDescription: 'Importing creates a board. Connect with an admin key that can write.',
  adminOnly: 'Importing requires an admin key',
  adminOnlyDescription:
    'Your key can change boards but not import them. Ask an admin for another key.',
  backToBoards: 'Back to boards',

  chooseAnother: 'Choose another file',
  drop: 'Drop a Trello export here, or paste it.',
  howTo: 'How to export a board',
  steps: [
    'Open the board in Trello and its menu.',
    'Choose “Print, export and share”, then “Export as JSON”.',
    'Save the file and choose it here.',
  ],
  rejected: (file: string) => `Couldn’t import ${file}`,
  nothingChanged: 'Nothing was changed.',
  unreadable: 'This file couldn’t be read. It may be too large for this browser.',
  tooLarge: (size: number) =>
    `The file has ${number(size)} MB. Files over 256 MB can’t be read in the browser. Import them from the command line with “import trello”.`,
  notCompared: (reason: string) => `Couldn’t check for an earlier import. ${reason}`,
  reading: (file: string) => `Reading ${file}…`,
  cancel: 'Cancel',

  from: (file: string) => `From ${file}`,
  facts: 'What will be imported',
  lists: 'Lists',
  cards: 'Cards',
  labels: 'Labels',
  people: 'People',
  content: 'Added to card descriptions',
  withArchived: (count: number, archived: number) =>
    archived === 0 ? number(count) : `${number(count)} (${number(archived)} archived)`,
  unnamedLabel: (color: string) => `${color} (unnamed)`,
  archivedBoard: 'This board is archived in Trello and stays archived.',
  none: 'None',
  completing: 'Which lists mark their cards as done?',
  completingHint: 'Cards in these lists are marked as done, and so are cards moved there later.',
  cardsIn: cards,
  archivedList: (name: string) => `${name} (archived)`,
  target: 'Where to import',
  update: (board: string) => `Update “${board}”`,
  updateHint: (created: number, updated: number) =>
    created + updated === 0
      ? 'You imported this file before. Importing it again changes nothing.'
      : `You imported this board before. ${records(created)} will be added and ${number(updated)} updated.`,
  newBoard: 'New board',
  newBoardHint: 'Creates a second board from this file.',
  start: 'Import board',
  job: (board: string) => `Import of ${board}`,
  open: (board: string) => `Open ${board}`,

  running: (board: string) => `Importing ${board}`,
  runningHint: 'You can leave this page. Keep the tab open until the import has finished.',
  progress: (done: number, total: number) => `${number(done)} of ${records(total)}`,
  stop: 'Stop',
  stopping: 'Stopping…',
  stopped: 'Import stopped',
  stoppedHint: 'What was imported so far is kept. Continue to import the rest.',
  broken: 'Import interrupted',
  brokenHint: 'What was imported so far is kept. Continue to try again.',
  continue: 'Continue',

  done: (board: string) => `Imported ${board}`,
  updated: (board: string) => `Updated ${board}`,
  unchanged: (board: string) => `${board} is up to date`,
  unchangedHint: 'Everything in this file was imported before. Nothing was changed.',
  openBoard: 'Open board',
  download: 'Download report',
  another: 'Import another board',
  reportName: (file: string) => `Import report ${file}`,
  counts: 'Result',
  kind: 'Kind',
  kinds: { boards: 'Boards', lists: 'Lists', labels: 'Labels', members: 'People', cards: 'Cards' },
  outcomes: {
    created: 'Created',
    updated: 'Updated',
    unchanged: 'Unchanged',
    rejected: 'Rejected',
  },

  more: (count: number) => plural(count, { one: 'and # more', other: 'and # more' }),
}
