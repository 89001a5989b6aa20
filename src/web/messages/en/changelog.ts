import { plural } from '#web/messages/plural.ts'

/** The list of changelog entries, and an entry to read. */
export const changelogText = {
  title: 'Changelog',
  which: 'Which entries',
  tabs: { drafts: 'Drafts', scheduled: 'Scheduled', published: 'Published' },
  new: 'New entry',
  loading: 'Loading entries',
  failed: 'Couldn’t load entries',
  loadMore: 'Load more',
  loadMoreFailed: 'Couldn’t load more.',
  empty: {
    drafts: 'No drafts',
    scheduled: 'Nothing is scheduled',
    published: 'Nothing is published yet',
  },
  emptyDescription: {
    drafts: 'Entries you write appear here until they are published.',
    scheduled: 'Entries with a date to be published appear here.',
    published: 'Entries that readers can see appear here.',
  },
  writeFirst: 'Write an entry',
  untitled: 'Untitled draft',
  unsent: 'Unsent text',
  unsentDescription: 'Kept on this device, not yet sent',
  edited: 'Edited',
  next: 'Next to be published',
  list: {
    drafts: 'Drafts',
    scheduled: 'Scheduled entries',
    published: 'Published entries',
  },
  zone: (zone: string) => `Times in ${zone}`,
  /** Counts down to the moment an entry is published. */
  countdown: {
    hours: (hours: number, minutes: number) => `in ${hours} h ${minutes} min`,
    minutes: (minutes: number) => `in ${minutes} min`,
    seconds: (seconds: number) => `in ${seconds} s`,
    due: 'Publishing…',
  },
  none: 'Select an entry to read it',
  noneDescription: 'Or write a new one.',
  missing: 'This entry isn’t here',
  missingDescription: 'It may have been deleted, or be in another workspace.',
  back: 'Back to the changelog',
  entryLoading: 'Loading the entry',
  entryFailed: 'Couldn’t load the entry',
  readOnly: 'You have read-only access.',
  nothing: 'This entry has no text.',
  actions: 'Entry actions',
  delete: 'Delete entry',
  deleted: (title: string) => `Deleted “${title}”`,
}

/** Writing one entry: where its text is, and what became of it. */
export const entryText = {
  write: 'Write',
  preview: 'Preview',
  mode: 'Write or preview',
  saved: 'Saved',
  saving: 'Saving…',
  kept: 'Kept on this device, not yet sent',
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
  conflictLabel: 'Two versions',
  conflict:
    'Someone else changed this entry. Your text is below and isn’t saved yet; this is theirs:',
  theirs: 'Their text',
  keepMine: 'Replace it with my text',
  useTheirs: 'Use their text',
  discardMine: 'Discard your text?',
  keepWriting: 'Keep writing',
  create: 'Create draft',
  createTitle: 'Create this draft?',
  createDescription: 'This server can’t change entries. After this you can only publish the draft.',
  cannotEdit:
    'This server can’t change entries, so your text stays on this device until you create the draft.',
}
