import { plural } from '#web/messages/plural.ts'

const contacts = (count: number) => plural(count, { one: '# contact', other: '# contacts' })

/** Exporting contacts as a file. */
export const contactExportText = {
  open: 'Export',
  title: 'Export contacts',
  description:
    'A CSV file with address, status, tags, date and all fields. Importing it again changes nothing.',
  rawDescription:
    'A CSV file with address, status, tags, date and all fields, exactly as they are stored.',
  scope: 'Contacts',
  scopes: {
    matching: 'All that match',
    list: 'All of this list',
    segment: 'All of this segment',
    page: 'This page',
  },
  raw: 'Raw values',
  rawHint:
    'Keeps texts that a spreadsheet may run as formulas. Otherwise they get an apostrophe in front.',
  askHint: 'You choose where to save it. Closing the tab stops the export.',
  nothing: 'There is no contact to export.',
  export: (what: string) => `Export ${what}`,

  exporting: (list: string) => `Export of ${list}`,
  unnamed: 'Contacts',
  exported: (count: number, file: string) => `${contacts(count)} exported to ${file}`,
  stopped: (count: number, file: string) =>
    `Export stopped. ${plural(count, { one: '# contact is', other: '# contacts are' })} in ${file}`,
  stoppedEmpty: 'Export stopped. No file was saved.',
  connectionLost: 'The connection was lost.',
  failedEmpty: (reason: string) => `${reason} No file was saved.`,
  failed: (reason: string, count: number, file: string) =>
    `${reason} ${plural(count, { one: '# contact is', other: '# contacts are' })} in ${file}`,
}
