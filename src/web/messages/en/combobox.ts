import { plural } from '#web/messages/plural.ts'

/** Texts of the combobox. */
export const comboboxText = {
  open: (label: string) => `Show options for ${label}`,
  options: (label: string) => `Options for ${label}`,
  clear: (label: string) => `Clear ${label}`,
  selected: (label: string) => `Selected: ${label}`,
  remove: (label: string) => `Remove ${label}`,
  removed: (label: string) => `Removed ${label}`,
  added: (label: string) => `Added ${label}`,
  create: (text: string) => `Create “${text}”`,
  loading: 'Searching…',
  noResults: (text: string) => `No results for “${text}”`,
  noOptions: 'No options',
  failed: 'Couldn’t load the options.',
  tryAgain: 'Try again',
  results: (count: number) => plural(count, { one: '# result', other: '# results' }),
  /** Null: there are more than are loaded. */
  truncated: (count: number, total: number | null) =>
    total === null
      ? `First ${count}. Type to find more.`
      : plural(total, { other: `First ${count} of #. Type to narrow the list.` }),
}
