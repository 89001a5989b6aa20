import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })
const rows = (count: number) => plural(count, { one: '# row', other: '# rows' })
const contacts = (count: number) => plural(count, { one: '# contact', other: '# contacts' })
const rowsWithoutStatus = (count: number, status: string) =>
  plural(count, {
    one: `# row without a status is imported as ${status}`,
    other: `# rows without a status are imported as ${status}`,
  })

interface AtPath {
  path: string
}
interface InColumn {
  column: string
}
interface OfStatus {
  status: string
}

/** The page that imports contacts into a list. */
export const contactImportText = {
  title: 'Import',
  heading: 'Import contacts',
  loadingList: 'Loading the list',
  listFailed: 'Couldn’t load this list',
  readOnly: 'You have read-only access',
  readOnlyDescription: 'Importing adds contacts to this list. Connect with a key that can write.',
  archived: 'This list is archived',
  archivedDescription: 'Restore the list to import contacts.',
  backToList: 'Back to the list',
  steps: {
    file: 'File',
    match: 'Match columns',
    consent: 'Consent',
    check: 'Check',
    choose: 'Options',
    run: 'Import',
  },
  stepList: 'Steps of the import',
  back: 'Back',
  next: 'Next',

  drop: 'Drop a CSV file here, or paste its text.',
  formats: 'The first row names the columns. One column has the email addresses.',
  rejected: (file: string) => `Couldn’t import ${file}`,
  nothingChanged: 'Nothing was changed.',
  notText: 'Only text files can be imported. Save the table as CSV and choose that file.',
  unreadable: 'This file couldn’t be read. It may be too large for this browser.',
  tooLarge: (size: number) =>
    `The file has ${number(size)} MB. Files over 256 MB can’t be read in the browser. Import them from the command line with “import contacts”.`,
  onlyHeaders: 'The file has column names but no rows.',
  reading: (file: string) => `Reading ${file}…`,
  cancel: 'Cancel',
  another: 'Choose another file',
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16 (big-endian)',
    'windows-1252': 'Windows-1252 (Western European)',
  },
  delimiter: 'Columns separated by',
  delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },

  unfinished: (file: string) => `The import of ${file} hasn’t finished.`,
  savedTitle: (file: string) => `The import of ${file} was interrupted`,
  savedHint: 'Rows that were saved are kept. Continue to import the rest.',
  savedLost: 'The file is no longer kept in this browser. Choose it again to import the rest.',
  continue: 'Continue',
  discard: 'Discard',

  columns: 'Columns of the file',
  column: 'Column',
  unnamedColumn: (position: number) => `Column ${number(position)} (unnamed)`,
  example: 'Examples',
  becomes: 'Becomes',
  becomesOf: (column: string) => `${column} becomes`,
  targets: {
    email_address: 'Email address',
    tags: 'Tags',
    status: 'Status',
    created_at: 'Date added',
    opt_in: 'Who agreed to email',
    opt_out: 'Who opted out of email',
    field: 'Field',
    skip: 'Leave out',
    header: 'As the header says',
  },
  fieldName: 'Field name',
  fieldNameOf: (column: string) => `Field name of ${column}`,
  noAddress: 'Choose the column with the email addresses.',
  twoAddresses: 'Choose only one column with email addresses.',
  sameField: (name: string) => `Two columns become the field “${name}”. Rename one of them.`,
  noFieldName: 'Enter a name for each field.',
  statusWord: (word: string) => `“${word}” means`,
  statusWordRows: (count: number) => `${rows(count)} of the file`,
  skipStatusWord: 'Nothing known: these rows aren’t saved',
  dateOrder: (column: string) => `Dates of ${column}`,
  dateOrderHint: 'No row of the file shows whether the day or the month comes first.',
  chooseDateOrder: 'Choose…',
  dateReading: (written: string, date: string) => `${written} is ${date}`,
  noDateOrder: (column: string) => `Choose how the dates of ${column} are read.`,
  preview: 'Preview',
  previewHint: 'The first rows, as they will be stored.',
  previewRow: 'Row',
  previewEmail: 'Email',
  previewStatus: 'Status',
  previewTags: 'Tags',
  previewFields: 'Fields',
  listDefault: 'List default',
  listFields: 'Fields of the list',
  leaveOutFields: 'Leave out all fields',
  status: 'Status of contacts without one',
  statusHint: 'Contacts who unsubscribed stay unsubscribed.',
  statuses: {
    '': 'As the file or the list says',
    subscribed: 'Subscribed',
    unsubscribed: 'Unsubscribed',
  },
  none: 'None',

  consentTitle: 'Who agreed to email',
  consentHint: 'Contacts who opted out are imported as unsubscribed.',
  chooseMeaning: 'Choose…',
  saysOf: (column: string) => `${column} says`,
  consentCounts: (counts: { in: number; out: number; empty: number; unclear: number }) =>
    [
      counts.in > 0 ? `${number(counts.in)} agreed` : '',
      `${number(counts.out)} unsubscribed`,
      counts.empty > 0 ? `${number(counts.empty)} empty` : '',
      counts.unclear > 0 ? `${number(counts.unclear)} not understood` : '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
  consentExamples: (examples: readonly string[]) => `For example “${examples.join('”, “')}”`,
  unknownConsent: 'Status of contacts without a clear answer',
  unknownConsentHint: (count: number) =>
    plural(count, {
      one: '# row has an empty cell, or one that can’t be understood. Contacts on this list keep their status.',
      other:
        '# rows have an empty cell, or one that can’t be understood. Contacts on this list keep their status.',
    }),
  chooseStatus: 'Choose…',
  unknownConsents: {
    unsubscribed: 'Unsubscribed',
    pending: 'Pending',
    subscribed: 'Subscribed',
  },
  answerConsent: 'Choose what these columns mean to continue.',
  willBePending: (count: number) =>
    plural(count, {
      one: 'Up to # contact becomes pending, because this list asks new contacts to confirm.',
      other: 'Up to # contacts become pending, because this list asks new contacts to confirm.',
    }),

  checking: 'Checking the file…',
  rowCount: rows,
  columnCount: (count: number) => plural(count, { one: '# column', other: '# columns' }),
  groups: {
    valid: (count: number) =>
      plural(count, { one: '# row with a valid address', other: '# rows with a valid address' }),
    repeated: (count: number) =>
      plural(count, { one: '# repeated address', other: '# repeated addresses' }),
    empty: (count: number) =>
      plural(count, { one: '# row without an address', other: '# rows without an address' }),
    invalid: (count: number) =>
      plural(count, { one: '# invalid address', other: '# invalid addresses' }),
    other: (count: number) =>
      plural(count, { one: '# row with another problem', other: '# rows with other problems' }),
  },
  groupHints: {
    repeated: 'Later rows update the contact of the first one.',
    empty: 'These rows won’t be saved.',
    invalid: 'These rows won’t be saved.',
    other: 'These rows won’t be saved.',
  },
  repeats: (row: number) => `Same address as row ${number(row)}`,
  rowOf: (row: number) => `Row ${number(row)}`,
  firstRows: (count: number, total: number) => `The first ${number(count)} of ${number(total)}.`,

  changes: 'Good to know',
  /** By the code of the importer's note. */
  notes: {
    repeated_address: (count: number) =>
      plural(count, {
        one: '# row repeats the address of an earlier row and updates that contact.',
        other: '# rows repeat the address of an earlier row and update that contact.',
      }),
    status_chosen: (count: number, { status }: OfStatus) =>
      `${rowsWithoutStatus(count, status)}, as you chose.`,
    status_of_file_name: (count: number, { status }: OfStatus) =>
      `${rowsWithoutStatus(count, status)}, because of the file name.`,
    status_of_column: (count: number, { status, column }: OfStatus & InColumn) =>
      `${rowsWithoutStatus(count, status)}, because of the column ${column}.`,
    status_of_earlier_row: (count: number, { status }: OfStatus) =>
      plural(count, {
        one: `The contact of # row is ${status} in an earlier row and stays ${status}.`,
        other: `The contacts of # rows are ${status} in an earlier row and stay ${status}.`,
      }),
    status_kept: (count: number, { in_file, status }: OfStatus & { in_file: string }) =>
      plural(count, {
        one: `# contact is ${status} on this list and stays ${status}, although the file says ${in_file}.`,
        other: `# contacts are ${status} on this list and stay ${status}, although the file says ${in_file}.`,
      }),
    left_before: (count: number, { status }: OfStatus) =>
      plural(count, {
        one: `# contact is ${status}, because this address unsubscribed, bounced, complained or was suppressed before.`,
        other: `# contacts are ${status}, because these addresses unsubscribed, bounced, complained or were suppressed before.`,
      }),
    status_of_list: (count: number) =>
      plural(count, {
        one: '# new contact is pending, because this list asks new contacts to confirm.',
        other: '# new contacts are pending, because this list asks new contacts to confirm.',
      }),
    unknown_status: (
      count: number,
      { column, word, status }: InColumn & OfStatus & { word: string },
    ) => `${column} is “${word}” in ${rows(count)}, which is imported as ${status}.`,
    no_consent_column: (count: number) =>
      plural(count, {
        one: 'No column says who agreed to email. # row gets the status that this list gives new contacts.',
        other:
          'No column says who agreed to email. # rows get the status that this list gives new contacts.',
      }),
    opted_out: (count: number, { status }: OfStatus) =>
      plural(count, {
        one: `The contact of # row opted out, and is imported as ${status}.`,
        other: `The contacts of # rows opted out, and are imported as ${status}.`,
      }),
    unclear_consent: (count: number, { status }: OfStatus) =>
      plural(count, {
        one: `The contact of # row is ${status} if it’s new, because its consent is empty or can’t be understood.`,
        other: `The contacts of # rows are ${status} if they’re new, because their consent is empty or can’t be understood.`,
      }),
    unread_consent: (count: number, { status }: OfStatus) =>
      plural(count, {
        one: `The contact of # row is imported as ${status}, although a part of its consent can’t be understood.`,
        other: `The contacts of # rows are imported as ${status}, although a part of their consent can’t be understood.`,
      }),
    other_notes: (count: number) =>
      plural(count, {
        one: '# other change isn’t listed.',
        other: '# other changes aren’t listed.',
      }),
    no_import_mode: () =>
      'The server sets the date added, and may send webhook events for each contact.',
    no_time_zone: (count: number, { path, time_zone }: AtPath & { time_zone: string }) =>
      `${path} has no time zone in ${rows(count)}. The times are read as ${time_zone}.`,
    date_as_text: (count: number, { column }: InColumn) =>
      `${column} has no date that can be read in ${rows(count)}. Its text becomes a field.`,
    other_date: (count: number, { column }: InColumn) =>
      `${column} has another date added in ${rows(count)}. The date of an earlier column is used.`,
    consent_date: (count: number, { column }: InColumn) =>
      `${column} says in ${rows(count)} when people agreed. The date isn’t imported.`,
    future_date_as_text: (count: number, { column }: InColumn) =>
      `${column} is in the future in ${rows(count)}. Its text becomes a field.`,
    control_characters: (count: number, { path }: AtPath) =>
      `Invisible control characters are removed from ${path} in ${rows(count)}.`,
    repeated_field: (count: number, { column }: InColumn) =>
      `${column} has two values in ${rows(count)}. The value of the column is used.`,
    not_json: (count: number, { column }: InColumn) =>
      `${column} is imported as text in ${rows(count)}, because it isn’t a JSON object.`,
    json_keys: (count: number, { column }: InColumn) =>
      `Each key of ${column} becomes a field, in ${rows(count)}.`,
    invalid_json_key: (count: number, { column }: InColumn) =>
      `${column} has keys in ${rows(count)} that can’t be field names. They are omitted.`,
    nested_json: (count: number, { column, key }: InColumn & { key: string }) =>
      `${column}.${key} is imported as JSON text in ${rows(count)}.`,
  },
  columnsLeftOut: (count: number) =>
    plural(count, { one: '# column isn’t imported', other: '# columns aren’t imported' }),

  addTags: 'Add tags to everyone',
  addTagsHint: 'For example the source of the file.',
  separator: 'Split the tag column at',
  separators: {
    ',': 'As each cell shows: |, ; or a comma',
    ';': 'Semicolons',
    '|': 'Vertical bars',
    ' ': 'Spaces',
  },
  onError: 'Rows that can’t be saved',
  skip: 'Skip them',
  skipHint: 'You can download them at the end, with the reasons.',
  stopAtError: 'Stop the import',
  stopHint: 'Rows saved before are kept.',
  problems: (count: number) =>
    plural(count, {
      one: '# row of the file can’t be saved. Correct it, or choose to skip it.',
      other: '# rows of the file can’t be saved. Correct them, or choose to skip them.',
    }),
  unsubscribed: 'Contacts who unsubscribed stay unsubscribed.',
  existing: 'Contacts already on this list are updated: tags are added, fields are merged.',
  duration: (time: string, isOnServer: boolean) =>
    isOnServer ? `Takes about ${time}.` : `Takes about ${time}. Keep this tab open.`,
  seconds: (count: number) => plural(count, { one: '# second', other: '# seconds' }),
  minutes: (count: number) => plural(count, { one: '# minute', other: '# minutes' }),
  start: (count: number) => `Import ${rows(count)}`,

  job: (file: string) => `Import of ${file}`,
  running: (file: string) => `Importing ${file}`,
  runningHint: 'You can leave this page. Keep the tab open until the import has finished.',
  runningOnServer:
    'The server finishes the import, even if you close this tab. Keep it open to see the result.',
  progress: (done: number, total: number) => `${number(done)} of ${rows(total)}`,
  failures: (count: number) => plural(count, { one: '# not saved', other: '# not saved' }),
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused',
  stop: 'Stop',
  stopping: 'Stopping…',

  done: (total: number, saved: number, failed: number) =>
    failed === 0
      ? `${rows(total)}: ${number(saved)} saved`
      : `${rows(total)}: ${number(saved)} saved, ${number(failed)} not saved`,
  /** By the code of the reason. */
  refusals: {
    list_archived: 'This list is archived. Restore it, then continue.',
    limit_reached: 'Too many imports are running. Wait until one has finished, then continue.',
    invalid_file: 'The server can’t read this file. Correct it, then import it again.',
    consent_unclear:
      'The server can’t tell who agreed to email. Import the file again and choose what its columns mean.',
    date_order_unclear:
      'The server can’t tell whether the day or the month of some dates comes first. Import the file again and choose it.',
    unknown_column:
      'The server reads other column names in this file. Import the file again and choose what its columns mean.',
  },
  jobFailed: 'The server stopped this import because of an internal error.',
  stopped: 'Import stopped',
  stoppedAtError: 'Import stopped at a row that couldn’t be saved',
  failed: 'Import interrupted',
  keptHint: 'What was imported so far is kept. Continue to import the rest.',
  refusedHint: 'What was imported so far is kept.',
  unchanged: 'Every contact of this file is on the list already. Nothing was changed.',
  counts: 'Result',
  outcomes: {
    created: 'Added',
    updated: 'Updated',
    unchanged: 'Unchanged',
    rejected: 'Not saved',
    unsent: 'Not sent',
  },
  see: 'See the contacts',
  download: 'Download the rows not saved',
  rejectedName: (file: string, count: number, unnamed: number) => {
    const rows = unnamed > 0 ? ` (${count - unnamed} of ${count})` : ''
    return `${file.replace(/\.\w+$/, '')} not saved${rows}.csv`
  },
  unnamedRows: (count: number) =>
    plural(count, {
      one: '# more row wasn’t saved, which the server doesn’t name. The file of rows not saved lacks it. Correct the others and import the whole file again to see it.',
      other:
        '# more rows weren’t saved, which the server doesn’t name. The file of rows not saved lacks them. Correct the others and import the whole file again to see them.',
    }),
  importAnother: 'Import another file',
  notSaved: 'Rows not saved',
  remove: 'Remove what was added',
  removeTitle: (count: number) => `Delete ${contacts(count)}?`,
  removeHint: 'Deletes the contacts that this import added. Contacts that were updated stay.',
  /** Only where the server remembers who left. */
  removeRemembers:
    'Those that unsubscribed, bounced or complained are remembered, and stay so when they are imported again.',
  removeConfirm: (count: number) => `Type ${number(count)} to confirm`,
  removeAction: (count: number) => `Delete ${contacts(count)}`,
  removing: (count: number) => `Deleting ${contacts(count)}…`,
  removeJob: (count: number) => `Delete ${contacts(count)}`,
  removed: (count: number, failed: number) =>
    failed === 0
      ? `Deleted ${contacts(count)}`
      : `Deleted ${contacts(count)}, ${number(failed)} not deleted`,
}
