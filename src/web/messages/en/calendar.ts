import { plural } from '#web/messages/plural.ts'

const cards = { one: '# card', other: '# cards' }
const number = (value: number) => plural(value, { other: '#' })

/** The calendar of the cards of a board. */
export const calendarText = {
  label: (period: string) => `Calendar, ${period}`,
  today: 'Today',
  previous: { month: 'Previous month', week: 'Previous week' },
  next: { month: 'Next month', week: 'Next week' },
  span: 'Show',
  spans: { month: 'Month', week: 'Week' },
  undated: 'No due date',
  undatedHint: 'Drag a card to a day, or press D on it.',
  noneUndated: 'Every card that isn’t done has a due date.',
  noneThisMonth: 'No cards due this month.',
  more: (count: number) => plural(count, { other: '# more' }),
  moreOn: (count: number, day: string) => `${plural(count, { other: '# more' })} on ${day}`,
  showMore: 'Show more',
  day: (day: string, count: number) => (count === 0 ? day : `${day}, ${plural(count, cards)}`),
  emptyDay: 'No cards due on this day.',
  add: (day: string) => `Add card due ${day}`,
  addCard: 'Add card',
  reschedule: (card: string) => `Change due date of ${card}`,
  due: (at: string) => `Due ${at}`,
  saving: 'Saving…',
  notSaved: (card: string) => `${card} wasn’t saved. Edit and try again`,
  overdue: 'Overdue.',
  done: 'Done.',
  saved: (card: string, day: string) => `${card} is now due ${day}.`,
  cleared: (card: string) => `${card} has no due date now.`,
  dragging: (card: string) => `Picked up ${card}. Drop it on a day.`,
  over: (day: string) => day,
  notDropped: (card: string) => `Due date of ${card} not changed.`,
  tooLate: 'The year 9999 is the last one.',
  loading: (loaded: number, total: number) =>
    total > loaded
      ? `Loading ${number(loaded)} of ${plural(total, cards)}`
      : `Loading… ${plural(loaded, cards)}`,
  failed: 'Couldn’t load all cards.',
  instructions:
    'Arrow keys move between days, Page Up and Page Down between months. Enter opens the day, N adds a card with that due date. On a card, D changes the due date, Enter opens it.',
}
