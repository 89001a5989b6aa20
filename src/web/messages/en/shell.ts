import { plural } from '#web/messages/plural.ts'

/** The parts of the shell that load after the first paint; those of jobs are in `jobs.ts`. */
interface ChangeText {
  label: string
  undoes?: string | undefined
  note?: string | undefined
  state: string
  savingLabel?: string | undefined
}

export const shellText = {
  undoAnyway: 'Changed since',
  restore: 'Undo anyway',
  redoAnyway: 'Redo anyway',
  keepChange: 'Keep',
  changes: (newest: string, others: number) =>
    others === 0
      ? newest
      : `${newest} and ${plural(others, { one: '# more change', other: '# more changes' })}`,
  savingChange: (change: string) => `${change} · Saving…`,
  undoAll: 'Undo all',
  undone: (change: string) => `Undone: ${change}`,
  change: ({ label, undoes, note, state, savingLabel }: ChangeText) => {
    if (undoes === undefined) return (state === 'sending' && savingLabel) || label
    return note ? `Undone: ${undoes}. ${note}` : `Undone: ${undoes}`
  },
  redo: 'Redo',
  redoAll: 'Redo all',
  redone: (change: string) => `Redone: ${change}`,
  nothingToUndo: 'Nothing to undo',
  readOnly: 'You have read-only access.',
  refreshing: 'Refreshing…',
  refreshed: 'Up to date',
  refreshFailed: 'Couldn’t refresh all of this page.',
}
