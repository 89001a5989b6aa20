import { plural } from '#web/messages/plural.ts'

/** Texts of filters, copying, steps and selections. */
export const controlsText = {
  copy: 'Copy',
  copyOf: (label: string) => `Copy ${label}`,
  copied: 'Copied',
  breadcrumb: 'Breadcrumb',
  step: (number: number, total: number) => `Step ${number} of ${total}`,
  stepDone: 'Done',
  stepFailed: 'Needs attention',
  selection: 'Selection',
  searchOptions: (label: string) => `Search ${label}`,
  noOptions: (query: string) =>
    query.trim() === '' ? 'Nothing to choose from' : `No results for “${query}”`,
  from: 'From',
  to: 'To',
  since: (date: string) => `Since ${date}`,
  until: (date: string) => `Until ${date}`,
  between: (from: string, to: string) => `${from} – ${to}`,
  tagTooLong: (tag: string, max: number) =>
    plural(max, { other: `“${tag.slice(0, 20)}…” is too long. Tags can have up to # characters.` }),
  endBeforeStart: 'The end date is before the start date.',
}
