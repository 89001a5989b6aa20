import { plural } from '#web/messages/plural.ts'

const cards = { one: '# card', other: '# cards' }

/** The editors of labels, members and dates, for one card or many. */
export const cardFieldText = {
  labels: 'Labels',
  members: 'Members',
  due: 'Due date',
  start: 'Start date',
  cards: (count: number) => plural(count, cards),

  findLabel: 'Search labels',
  findMember: 'Search members',
  noLabels: 'This board has no labels yet.',
  noMembers: 'No one has been assigned to a card yet.',
  createLabel: (name: string) => `Create label “${name}”`,
  tooMany: (max: number) =>
    plural(max, { other: 'A card can have up to #. Remove one to add another.' }),

  today: 'Today',
  tomorrow: 'Tomorrow',
  nextMonday: 'Next Monday',
  none: 'None',
  different: 'The cards have different dates.',
  zone: (city: string) => `Times are in ${city}.`,
  save: 'Save',
  dueAt: (moment: string) => `Due ${moment}`,
  startsAt: (moment: string) => `Starts ${moment}`,
  issues: {
    before_start: 'The due date is before the start date.',
    after_due: 'The start date is after the due date.',
    too_late: 'Choose an earlier date.',
  },
  incomplete: 'Enter a date.',
  theirs: (value: string) => `Someone changed this to ${value}.`,
  theirsCleared: 'Someone removed this date.',
  takeTheirs: 'Use their version',
}
