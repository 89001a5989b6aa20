/** Labels of changed cards in toasts and the undo history. */
export const cardEditText = {
  renamed: (card: string) => `Renamed ${card}`,
  described: (card: string) => `Changed the notes of ${card}`,
  dueSet: (card: string) => `Changed the due date of ${card}`,
  dueCleared: (card: string) => `Removed the due date of ${card}`,
  startSet: (card: string) => `Changed the start date of ${card}`,
  startCleared: (card: string) => `Removed the start date of ${card}`,
  labeled: (card: string) => `Changed the labels of ${card}`,
  assigned: (card: string) => `Changed the members of ${card}`,
  archived: (card: string) => `Archived ${card}`,
  unarchived: (card: string) => `Unarchived ${card}`,
  deleted: (card: string) => `Deleted ${card}`,
  movedToBoard: (card: string, board: string) => `Moved ${card} to ${board}`,
  restored: (card: string) => `Restored ${card}`,
  changedSince: (card: string) => `${card} has changed since. Undo anyway?`,
}
