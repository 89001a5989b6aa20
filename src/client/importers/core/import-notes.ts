/** What the command line says of each note, by code. The parameters of a sentence are those of its code. */
interface AtPath {
  /** Of a field of the file, as `cards[].due`, or the header of a column. */
  readonly path: string
}

interface InColumn {
  readonly column: string
}

/** Of a text or a flag of any file. */
const valueSentences = {
  not_text: ({ path }: AtPath) => `${path}: not text, omitted`,
  control_characters: ({ path }: AtPath) => `${path}: control characters removed`,
  line_breaks: ({ path }: AtPath) => `${path}: line breaks replaced by spaces`,
  not_a_flag: ({ path }: AtPath) => `${path}: neither yes nor no, imported as no`,
}

/** Of a field that several kinds of files have. */
const fieldSentences = {
  unreadable: ({ path }: AtPath) => `${path}: cannot be read, omitted`,
  not_a_list: ({ path }: AtPath) => `${path}: not a list, omitted`,
  too_many: ({ path, limit }: AtPath & { readonly limit: number }) =>
    `${path}: more than ${limit}, the rest omitted`,
  not_a_date: ({ path }: AtPath) => `${path}: not a date, omitted`,
  not_a_time: ({ path }: AtPath) => `${path}: not a date and time with an offset, omitted`,
  no_time_zone: ({ path, time_zone }: AtPath & { readonly time_zone: string }) =>
    `${path}: no time zone, read as ${time_zone}`,
}

const contactSentences = {
  repeated_address: () => 'duplicate email address: later rows update it',
  no_consent_column: () => 'consent: no column says who agreed to mail, the list decides',
  opted_out: ({ status }: { readonly status: string }) =>
    `opted out of mail, imported as ${status}`,
  unclear_consent: ({ status }: { readonly status: string }) =>
    `consent: empty or not understood, ${status} if the contact is new`,
  unread_consent: ({ status }: { readonly status: string }) =>
    `consent: partly not understood, imported as ${status}`,
  status_chosen: ({ status }: { readonly status: string }) =>
    `status: missing, ${status} from the option --status`,
  status_of_file_name: ({ status }: { readonly status: string }) =>
    `status: missing, ${status} from the file name`,
  status_of_column: ({ status, column }: InColumn & { readonly status: string }) =>
    `status: missing, ${status} from the column ${column}`,
  status_of_list: () => 'status: missing, pending because the list asks for confirmation',
  status_of_earlier_row: ({ status }: { readonly status: string }) =>
    `status: ${status} in an earlier row, kept`,
  status_kept: ({ in_file, status }: { readonly in_file: string; readonly status: string }) =>
    `status: ${in_file} in the file, ${status} here, and stays so`,
  left_before: ({ status }: { readonly status: string }) =>
    `status: ${status}, because the address unsubscribed, bounced, complained or was suppressed before`,
  unknown_status: ({
    column,
    word,
    status,
  }: InColumn & { readonly word: string; readonly status: string }) =>
    `${column}: "${word}" is not a status, imported as ${status}`,
  date_as_text: ({ column }: InColumn) => `${column}: not a date, kept as text`,
  other_date: ({ column }: InColumn) => `${column}: another date added precedes it, omitted`,
  consent_date: ({ column }: InColumn) => `${column}: when they agreed is not imported`,
  future_date_as_text: ({ column }: InColumn) => `${column}: in the future, kept as text`,
  repeated_field: ({ column }: InColumn) => `${column}: duplicate, the column is used`,
  not_json: ({ column }: InColumn) => `${column}: not a JSON object, imported as text`,
  json_keys: ({ column }: InColumn) => `${column}: each key became a field`,
  invalid_json_key: ({ column }: InColumn) => `${column}: invalid field name, omitted`,
  nested_json: ({ column, key }: InColumn & { readonly key: string }) =>
    `${column}.${key}: imported as JSON`,
  other_notes: () => 'other changes, which are not listed',
  no_import_mode: () => 'without import mode: the server sets times and may send events',
}

const boardSentences = {
  no_board_id: () => 'id: missing, identified by the file name',
  no_board_name: () => 'name: missing or blank, named after the file',
  no_name: ({ path, name }: AtPath & { readonly name: string }) =>
    `${path}: missing or blank, imported as "${name}"`,
  no_position: ({ path }: AtPath) => `${path}: not a position, file order is kept`,
  invalid_list_limit: () => 'lists[].softLimit: not a limit from 1 to 10,000, omitted',
  unknown_list: ({ name }: { readonly name: string }) =>
    `cards[].idList: unknown list, imported into "${name}"`,
  unknown_color: () => 'labels[].color: unknown color, imported as gray',
  unknown_label: () => 'cards[].idLabels: unknown label, omitted',
  rejected_label: () => 'cards[].labels: its label was rejected, omitted',
  other_label: () => 'cards[].labels: not among the label ids of its card, omitted',
  unknown_member: () => 'cards[].idMembers: unknown member, omitted',
  start_after_due: () => 'cards[].start: after the due date, omitted',
  open_card_in_closed_list: () =>
    'cards[].closed: open card in a closed list, kept open in the archived list',
  unreadable_checklist: () => 'checklists[]: none of its items can be read, omitted',
  description_too_long: ({ limit }: { readonly limit: number }) =>
    `cards[].desc: more than ${limit} characters with checklists, attachments and comments, the last ones omitted`,
  description_edited: () =>
    'cards[].desc: the imported part was edited here, newer checklists, attachments and comments omitted',
  no_card_details: () => 'cards[]: no descriptions, start dates and members on this server',
}

const feedbackSentences = {
  not_a_post_time: ({ path }: AtPath) => `${path}: not a date and time, omitted`,
  not_a_count: ({ path }: AtPath) => `${path}: not a number, imported as 0`,
  tags_split: ({ path }: AtPath) =>
    `${path}: split at its separators; a tag that has one itself came out as two`,
  tag_too_long: ({ limit }: { readonly limit: number }) =>
    `tag longer than ${limit} characters, omitted`,
  no_author: () => 'no author, imported as "Unknown"',
  title_too_long: ({ path, limit }: AtPath & { readonly limit: number }) =>
    `${path}: more than ${limit} characters, shortened; the whole stands before the details`,
  other_name: ({ path }: AtPath) =>
    `${path}: another name of the same person, the first one is used`,
  belongs_to_nothing: ({ path }: AtPath) => `${path}: belongs to nothing that is imported, omitted`,
  circular_original: () => 'original_number: circular, omitted',
  missing_original: () => 'original_number: not in the file, omitted',
  missing_issues: () => 'issues that the source counts and the file does not have',
  repeated_issue: () => 'duplicate issue, the first one is used',
  comment_of_rejected_issue: () => 'comment on a rejected issue',
}

const changelogSentences = {
  undated_published: () => 'version without a date: published with the day of the import',
  undated_draft: () => 'version without a date: made a draft',
  invalid_date: () => 'invalid date, omitted',
  month_without_day: () => 'month without a day: the first day of the month is used',
  two_date_orders: () => 'date with two orders of day and month, omitted',
  heading_above_versions: () => 'heading above the first version that is no version: not imported',
  heading_in_version: () => 'heading that is no version: part of the version above it',
  heading_of_group: () => 'heading of a group of versions: not imported',
  no_release_text: () => 'release without a text',
  /** `gh release list` prints none; the API does. */
  no_release_texts: () =>
    'the list has no texts of releases: get it with gh api repos/OWNER/NAME/releases',
}

const campaignSentences = {
  no_title: () => 'no title, the subject or file name is used',
  several_values: ({ path }: AtPath) => `${path}: several in the report, the first one kept`,
  link_without_address: () => 'links: without an address or text, omitted',
  link_too_long: ({ limit }: { readonly limit: number }) =>
    `links: longer than ${limit} characters, omitted`,
  link_without_clicks: ({ clicks }: { readonly clicks: 'unique' | 'total' }) =>
    `links: no readable ${clicks} clicks, omitted`,
  bounces_not_split: () => 'bounces: not split into hard and soft, imported as their sum',
  no_delivered: () => 'delivered: not in the report, all recipients without known bounces',
  not_a_number: ({ path }: AtPath) => `${path}: not a number, omitted`,
  repeated_number: ({ path, times }: AtPath & { readonly times: number }) =>
    `warning: ${path} appears ${times} times, the sum is used`,
  other_open_rate: () =>
    'warning: the open rate in the file is not opened / delivered, which is used instead',
}

const sentences = {
  ...valueSentences,
  ...fieldSentences,
  ...contactSentences,
  ...boardSentences,
  ...feedbackSentences,
  ...changelogSentences,
  ...campaignSentences,
}

type Sentences = typeof sentences
export type NoteCode = keyof Sentences

/** The parameters of each code. */
export type NoteParams = {
  readonly [C in NoteCode]: Sentences[C] extends () => string
    ? Readonly<Record<string, never>>
    : Parameters<Sentences[C]>[0]
}

/** A value that is imported changed, or omitted. */
export interface Note<C extends NoteCode = NoteCode> {
  readonly code: C
  readonly params: NoteParams[C]
}

/** What the notes of any text or flag are. */
export type ValueNoteCode = keyof typeof valueSentences
/** What the importer of contacts can note. */
export type ContactNoteCode = keyof typeof contactSentences | 'control_characters' | 'no_time_zone'
/** What the importer of Trello boards can note. */
export type BoardNoteCode =
  | keyof typeof boardSentences
  | ValueNoteCode
  | 'unreadable'
  | 'not_a_list'
  | 'too_many'
  | 'not_a_time'

/** A note as a sentence of the command line. */
export function formatNote<C extends NoteCode>({ code, params }: Note<C>): string {
  const byCode: { readonly [Code in NoteCode]: (params: NoteParams[Code]) => string } = sentences
  // A later version may have stored it.
  if (!Object.hasOwn(byCode, code)) return `changed in another way (${code})`
  return byCode[code](params)
}
