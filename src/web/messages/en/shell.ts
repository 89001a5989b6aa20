import { plural } from '#web/messages/plural.ts'

/** The parts of the shell that load after the first paint: palette, shortcuts, recent changes, jobs. */
interface ChangeText {
  label: string
  undoes?: string | undefined
  note?: string | undefined
}

export const shellText = {
  undoAnyway: 'Changed since',
  restore: 'Undo anyway',
  redoAnyway: 'Redo anyway',
  keepChange: 'Keep',
  noChanges: 'No changes yet',
  noChangesDescription: 'Changes you make in this tab appear here, so you can undo them.',
  changes: (newest: string, others: number) =>
    others === 0
      ? newest
      : `${newest} and ${plural(others, { one: '# more change', other: '# more changes' })}`,
  savingChange: (change: string) => `${change} · Saving…`,
  undoAll: 'Undo all',
  undone: (change: string) => `Undone: ${change}`,
  change: ({ label, undoes, note }: ChangeText) => {
    if (undoes === undefined) return label
    return note ? `Undone: ${undoes}. ${note}` : `Undone: ${undoes}`
  },
  redo: 'Redo',
  redoAll: 'Redo all',
  redone: (change: string) => `Redone: ${change}`,
  redoOf: (change: string) => `Redo: ${change}`,
  undoOf: (change: string) => `Undo: ${change}`,
  nothingToUndo: 'Nothing to undo',
  close: 'Close',
  sending: 'Saving…',
  waiting: 'Pending',
  sendNow: 'Apply now',
  readOnly: 'You have read-only access.',
  refreshing: 'Refreshing…',
  refreshed: 'Up to date',
  refreshFailed: 'Couldn’t refresh all of this page.',

  palette: {
    label: 'Search or jump to',
    results: 'Results',
    count: (count: number) => plural(count, { one: '# result', other: '# results' }),
    recent: 'Recent',
    thisPage: 'On this page',
    jump: 'Jump to',
    act: 'Actions',
    live: 'Search results',
    page: 'Page',
    board: 'Board',
    archivedBoard: 'Archived board',
    cardIn: (board: string) => `Card in ${board}`,
    card: 'Card',
    plainPost: 'Post',
    post: (votes: number) => `Post, ${plural(votes, { one: '# vote', other: '# votes' })}`,
    contactIn: (list: string, status: string) => `Contact in ${list}, ${status}`,
    copyTitle: 'Copy title',
    copyAddress: 'Copy email address',
    copied: (text: string) => `Copied ${text}`,
    nothing: (text: string) => `No results for “${text}”`,
    searchedWhere: 'Searched pages, boards, loaded cards and feedback posts.',
    looking: 'Searching…',
    failed: 'Search failed',
    emailHint: 'Enter a full email address to find a contact.',
    noContact: (address: string) => `No contact found for ${address}`,
    choose: 'Navigate',
    open: 'Open',
    newTab: 'Open in new tab',
    run: 'Run',
    back: 'Back',
    hint: 'Type > for actions, @ for contacts',
  },
  more: {
    find: 'Find',
    workspace: 'Connections',
    access: 'Access',
    appearance: 'Appearance',
    help: 'Help',
  },
  density: { label: 'Density', comfortable: 'Comfortable', compact: 'Compact' },
  times: {
    label: 'Times',
    relative: 'Relative (3 hours ago)',
    exact: (sample: string) => `Exact (${sample})`,
  },
  dates: 'Dates and times…',
  actions: {
    refresh: 'Refresh this page',
    copyLink: 'Copy link to this page',
    linkCopied: 'Link copied',
    theme: { system: 'Theme: System', light: 'Theme: Light', dark: 'Theme: Dark' },
    density: { comfortable: 'Density: Comfortable', compact: 'Density: Compact' },
    times: { relative: 'Times: Relative', exact: 'Times: Exact' },
    dates: 'Dates and times',
    shortcuts: 'Keyboard shortcuts',
    changes: 'Recent changes',
    news: 'What’s new',
    support: 'Copy details for support',
    supportCopied: 'Details copied. They don’t include your API key.',
    undo: 'Undo',
    archivedBoards: 'Archived boards',
    importBoard: 'Import from Trello',
  },

  help: {
    title: 'Keyboard shortcuts',
    find: 'Find a shortcut',
    here: 'On this page',
    everywhere: 'Everywhere',
    elsewhere: 'On a board',
    none: (text: string) => `No shortcuts match “${text}”`,
    singleKeys: 'Single-key shortcuts',
    singleKeysDescription:
      'When off, only shortcuts with Ctrl or Alt work. Recommended for speech input.',
    after: 'then',
    pages: {
      overview: 'Due cards, sent campaigns, new feedback and unpublished changelog entries.',
      import: 'Choose the JSON export of a Trello board to create it here.',
      boards: 'All boards in this workspace. Starred boards appear in the sidebar.',
      board: 'Drag cards between lists, or press M to move one.',
    } as Record<string, string>,
    thisVersion: 'In this version',
    noNews: 'No release notes yet',
  },

  jobs: {
    label: 'Jobs',
    started: (job: string) => `${job} started`,
    progress: (job: string, percent: number) => `${job}: ${percent}%`,
    counts: (done: string, total: string) => `${done} of ${total}`,
    doneOnly: (done: string) => `${done} done`,
    failed: (count: number) => plural(count, { one: '# failed', other: '# failed' }),
    timeLeft: (time: string) => `about ${time} left`,
    paused: (time: string) => `paused by the rate limit, continues in ${time}`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    stop: 'Stop',
    stopOf: (job: string) => `Stop: ${job}`,
    stopping: 'Stopping…',
    dismissOf: (job: string) => `Dismiss: ${job}`,
    finished: (job: string) => `${job} finished`,
    leave: {
      unsaved: (count: number) =>
        plural(count, { one: '# change isn’t saved yet', other: '# changes aren’t saved yet' }),
      unsavedText: 'If you leave now, unsaved changes are lost.',
      title: (count: number) =>
        count === 0
          ? 'All jobs have finished'
          : plural(count, { one: '# job is still running', other: '# jobs are still running' }),
      text: 'Leaving stops running jobs. Finished items are kept.',
      stay: 'Stay',
      continue: (count: number) => (count === 0 ? 'Leave' : 'Stop and leave'),
    },
    stopped: (job: string) => `${job} stopped. Finished items are kept.`,
    broke: (job: string, reason: string) => `${job} failed: ${reason}`,
  },
}
