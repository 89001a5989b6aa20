/** The cards of all boards. */
export const allCardsText = {
  title: 'All cards',
  which: 'Which cards',
  tabs: { all: 'Not done', overdue: 'Overdue', today: 'Due today', tomorrow: 'Due tomorrow' },
  columns: { name: 'Card', board: 'Board', list: 'List', due: 'Due' },
  captions: {
    all: 'Cards of all open boards that aren’t done',
    overdue: 'Overdue cards of all open boards',
    today: 'Cards due today, of all open boards',
    tomorrow: 'Cards due tomorrow, of all open boards',
  },
  failed: 'Couldn’t load cards',
  empty: {
    all: 'No cards that aren’t done',
    overdue: 'No overdue cards',
    today: 'No more cards due today',
    tomorrow: 'No cards due tomorrow',
  },
  emptyDescription: 'Cards that aren’t done appear here, from every open board.',
  showAll: 'Show all that aren’t done',
  unknownDue: 'A filter isn’t available here, so it was removed.',
  refusedCursor: 'That page is no longer available. Showing the first page.',
  unavailable: 'Not available on this server',
  unavailableDescription: 'This server lists the cards of one board at a time.',
  toBoards: 'Go to boards',
}
