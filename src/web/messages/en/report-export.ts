/** The export menu of a report, which loads with it. */
export const reportExportText = {
  stats: 'Counters (CSV)',
  links: 'Links (CSV)',
  imageLight: 'Light image',
  imageDark: 'Dark image',
  print: 'Print',
  saved: (name: string) => `Saved ${name}`,
  imageFailed: 'Couldn’t create the image.',
  columns: {
    campaign: 'Campaign',
    sent: 'Sent',
    counter: 'Counter',
    field: 'Field',
    value: 'Value',
    url: 'URL',
    unique: 'Unique clicks',
    total: 'Total clicks',
  },
  file: { counters: 'counters', links: 'links', summary: 'summary' },
}
