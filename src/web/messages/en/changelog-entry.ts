import { plural } from '#web/messages/plural.ts'

/** Writing one entry: where its text is, and what became of it. */
export const entryText = {
  write: 'Write',
  preview: 'Preview',
  mode: 'Write or preview',
  saved: 'Saved',
  saving: 'Saving…',
  kept: 'Kept on this device, not yet sent',
  notKept: 'Not yet sent, not kept here',
  restored: 'Restored, not yet sent',
  discard: 'Discard',
  needsTitle: 'Add a title to save this.',
  titleTooLong: (excess: number) =>
    plural(excess, {
      one: 'The title is # character too long.',
      other: 'The title is # characters too long.',
    }),
  bodyTooLong: (excess: number) =>
    plural(excess, {
      one: 'The text is # character too long.',
      other: 'The text is # characters too long.',
    }),
  tryAgain: 'Try again',
  missing: 'This entry was deleted. Your text is kept here.',
  createAgain: 'Save it as a new draft',
  conflict: 'This entry changed in another tab or by someone else. Your text isn’t saved yet.',
  compare: 'Compare versions',
  chooseFirst: 'Choose one of the two versions first.',
  discardMine: 'Discard your text?',
  keepWriting: 'Keep writing',
  create: 'Create draft',
  createTitle: 'Create this draft?',
  createDescription: 'This server can’t change entries. After this you can only publish the draft.',
  cannotEdit:
    'This server can’t change entries, so your text stays on this device until you create the draft.',
  nothing: 'This entry has no text.',
  actions: 'Entry actions',
  delete: 'Delete entry',
  deleted: (title: string) => `Deleted “${title}”`,
}
