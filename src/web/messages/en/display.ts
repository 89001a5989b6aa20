/** What cards show on a board; loaded after the board. */
export const displayText = {
  labelBars: 'Labels as color bars',
  members: 'Members',
  compact: 'Compact cards',
  ids: 'Card IDs',
  done: 'Done cards',
  doneOptions: { on: 'Show all', week: 'Last 7 days', off: 'Hide' },
  device: 'Kept on this device.',
}
