import { plural } from '#web/messages/plural.ts'

const days = { one: '# day', other: '# days' }

/** When a card is due: on the board and the overview. */
export const dueText = {
  overdue: (count: number) => (count === 0 ? 'Overdue' : `Overdue ${plural(count, days)}`),
  today: 'Today',
  tomorrow: 'Tomorrow',
  done: (date: string) => `done ${date}`,
  on: (date: string) => `due ${date}`,
}
