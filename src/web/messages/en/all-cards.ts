/** The cards of all boards. */
export const allCardsText = {
  title: 'All cards',
  which: 'Which cards',
  tabs: { all: 'Open', overdue: 'Overdue', today: 'Due today', tomorrow: 'Due tomorrow' },
  columns: { name: 'Card', board: 'Board', list: 'List', due: 'Due' },
  captions: {
    all: 'Open cards of all boards',
    overdue: 'Overdue cards of all boards',
    today: 'Cards due today, of all boards',
    tomorrow: 'Cards due tomorrow, of all boards',
  },
  noDue: 'No due date',
  failed: 'Couldn’t load cards',
  empty: {
    all: 'No open cards',
    overdue: 'No overdue cards',
    today: 'No more cards due today',
    tomorrow: 'No cards due tomorrow',
  },
  emptyDescription: 'Cards that aren’t done appear here, whatever board they are on.',
  showAll: 'Show open cards',
  unavailable: 'Not available on this server',
  unavailableDescription: 'This server lists the cards of one board at a time.',
  toBoards: 'Go to boards',
}
