import { plural } from '#web/messages/plural.ts'

const records = (count: number) => plural(count, { one: '# record', other: '# records' })
const cards = (count: number) => plural(count, { one: '# card', other: '# cards' })
const number = (value: number) => plural(value, { other: '#' })

interface AtPath {
  path: string
}

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

  /** By the code of the importer's note. */
  notes: {
    not_text: (count: number, { path }: AtPath) =>
      `${path} isn’t text in ${records(count)}, and is omitted.`,
    control_characters: (count: number, { path }: AtPath) =>
      `Invisible control characters are removed from ${path} in ${records(count)}.`,
    line_breaks: (count: number, { path }: AtPath) =>
      `Line breaks in ${path} become spaces in ${records(count)}.`,
    not_a_flag: (count: number, { path }: AtPath) =>
      `${path} is neither yes nor no in ${records(count)}, and is imported as no.`,
    unreadable: (count: number, { path }: AtPath) =>
      plural(count, {
        one: `# entry of ${path} can’t be read, and is omitted.`,
        other: `# entries of ${path} can’t be read, and are omitted.`,
      }),
    not_a_list: (count: number, { path }: AtPath) =>
      `${path} isn’t a list in ${records(count)}, and is omitted.`,
    too_many: (count: number, { path, limit }: AtPath & { limit: number }) =>
      plural(count, {
        one: `A card keeps at most ${number(limit)} entries of ${path}. # more is omitted.`,
        other: `A card keeps at most ${number(limit)} entries of ${path}. # more are omitted.`,
      }),
    not_a_time: (count: number, { path }: AtPath) =>
      `${path} isn’t a date and time with an offset in ${records(count)}, and is omitted.`,
    no_board_id: () => 'The file has no id of the board. The file name identifies it instead.',
    no_board_name: () => 'The board has no name in the file. It’s named after the file.',
    no_name: (count: number, { path, name }: AtPath & { name: string }) =>
      `${path} is missing or blank in ${records(count)}, and is imported as “${name}”.`,
    no_position: (count: number, { path }: AtPath) =>
      `${path} isn’t a position in ${records(count)}. The order of the file is kept.`,
    invalid_list_limit: (count: number) =>
      plural(count, {
        one: 'The limit of # list isn’t from 1 to 10,000, and is omitted.',
        other: 'The limits of # lists aren’t from 1 to 10,000, and are omitted.',
      }),
    unknown_list: (count: number, { name }: { name: string }) =>
      plural(count, {
        one: `# card is in a list that the file doesn’t have, and is imported into “${name}”.`,
        other: `# cards are in lists that the file doesn’t have, and are imported into “${name}”.`,
      }),
    unknown_color: (count: number) =>
      plural(count, {
        one: '# label has an unknown color, and becomes gray.',
        other: '# labels have unknown colors, and become gray.',
      }),
    unknown_label: (count: number) =>
      plural(count, {
        one: '# label of a card isn’t in the file, and is omitted.',
        other: '# labels of cards aren’t in the file, and are omitted.',
      }),
    rejected_label: (count: number) =>
      plural(count, {
        one: '# label of a card was rejected. The card is imported without it.',
        other: '# labels of cards were rejected. The cards are imported without them.',
      }),
    other_label: (count: number) =>
      plural(count, {
        one: '# label isn’t among the label ids of its card, and is omitted.',
        other: '# labels aren’t among the label ids of their cards, and are omitted.',
      }),
    unknown_member: (count: number) =>
      plural(count, {
        one: '# member of a card isn’t in the file, and is omitted.',
        other: '# members of cards aren’t in the file, and are omitted.',
      }),
    start_after_due: (count: number) =>
      plural(count, {
        one: '# card starts after its due date. The start date is omitted.',
        other: '# cards start after their due dates. The start dates are omitted.',
      }),
    open_card_in_closed_list: (count: number) =>
      plural(count, {
        one: '# open card is in an archived list, and stays open there.',
        other: '# open cards are in archived lists, and stay open there.',
      }),
    unreadable_checklist: (count: number) =>
      plural(count, {
        one: 'No item of # checklist can be read. The checklist is omitted.',
        other: 'No item of # checklists can be read. The checklists are omitted.',
      }),
    description_too_long: (count: number, { limit }: { limit: number }) =>
      `With checklists, attachments and comments, the description of ${cards(count)} has more than ${number(limit)} characters. The last entries are omitted.`,
    description_edited: (count: number) =>
      `The imported part of the description of ${cards(count)} was edited here. Newer checklists, attachments and comments are omitted.`,
    no_card_details: (count: number) =>
      `This server has no descriptions, start dates and people of cards. They are omitted for ${cards(count)}.`,
  },
  more: (count: number) => plural(count, { one: 'and # more', other: 'and # more' }),
}
