import { plural } from '#web/messages/plural.ts'

/** What is selected of a list; the texts of a table are more than other lists need. */
export const selectionText = {
  selected: (count: number) => plural(count, { other: '# selected' }),
  allSelected: 'All that match this filter selected',
  selectionCleared: 'Selection cleared',
}
