import { plural } from '#web/messages/plural.ts'

/** The lines of a comparison, which load after its table. */
export const compareLinesText = {
  title: 'After sending',
  summary: 'By hour, for two days from the sending of each',
  measure: 'Measure',
  opens: 'Opens',
  clicks: 'Clicks',
  axis: 'Since sending',
  hour: (count: number) => plural(count, { one: 'Hour #', other: 'Hour #' }),
  none: 'None of these campaigns has opens or clicks by time. An imported campaign has totals only.',
  without: (names: string) => `No opens or clicks by time: ${names}.`,
  failed: 'Couldn’t load opens and clicks by time',
  partial: 'Couldn’t load all lines.',
  loading: 'Loading opens and clicks by time',
}
