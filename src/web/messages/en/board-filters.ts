import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })
const cards = { one: '# card', other: '# cards' }

/** The filters of a board and what they found; loaded after the board. */
export const filterText = {
  match: 'Cards with',
  matchAny: 'Any of these',
  matchAll: 'All of these',
  noLabels: 'This board has no labels.',
  noMembers: 'No card has members.',
  dueOptions: {
    any: 'Any due date',
    overdue: 'Overdue',
    today: 'Today',
    week: 'Next 7 days',
    none: 'No due date',
    range: 'Dates…',
  },
  statusOptions: { all: 'Any status', open: 'Not done', done: 'Done' },

  // A filter in words, inside "No cards match …".
  words: {
    text: (text: string) => `“${text}”`,
    overdue: 'overdue',
    today: 'due today',
    week: 'due in the next 7 days',
    none: 'no due date',
    since: (date: string) => `due ${date} or later`,
    until: (date: string) => `due ${date} or earlier`,
    between: (from: string, to: string) => `due ${from} – ${to}`,
    open: 'not done',
    done: 'done',
  },

  searching: (loaded: number, all: number) =>
    all > 0
      ? `Searching ${number(loaded)} of ${plural(all, cards)}…`
      : `Searching ${plural(loaded, cards)}…`,
  searchFailed: (loaded: number, all: number) =>
    all > 0
      ? `Couldn’t search all cards: ${number(loaded)} of ${number(all)} searched.`
      : `Couldn’t search all cards: ${number(loaded)} searched.`,
  found: (found: number, all: number) => `${number(found)} of ${plural(all, cards)}`,
  noMatches: (words: string) => `No cards match ${words}`,
  noLoadedMatches: (words: string) => `No loaded cards match ${words}`,
  clear: 'Clear filters',
  clearShort: 'Clear',
  cleared: 'Filters cleared',
  remove: (words: string, count: number) =>
    plural(count, { one: `Remove ${words}: # card`, other: `Remove ${words}: # cards` }),
  showDone: (count: number) =>
    plural(count, { one: 'Show # done card', other: 'Show # done cards' }),
  gone: {
    label: (name: string | undefined) =>
      name
        ? `The label “${name}” no longer exists, so it was removed from the filter.`
        : 'A label no longer exists, so it was removed from the filter.',
    member: 'A member is no longer on this board, so they were removed from the filter.',
  },
}
