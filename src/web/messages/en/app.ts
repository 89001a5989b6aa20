import { plural } from '#web/messages/plural.ts'

const app = {
  product: 'Workspace Admin',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  notifications: 'Notifications',
  moreToasts: (count: number) => plural(count, { one: '# more', other: '# more' }),
  dismiss: 'Dismiss',
  close: 'Close',
  copyFailed: 'The browser does not allow copying here.',
  chunkFailed: 'That part of the dashboard did not come. Check the network and try again.',
  cancel: 'Cancel',
  undo: 'Undo',
  tryAgain: 'Try again',
  more: 'More',
  notSaved: (reason: string) => `Not saved: ${reason}`,
  textKept: 'Your text is kept.',
  unsaved: {
    title: 'Discard what you wrote?',
    keep: 'Keep writing',
    discard: 'Discard',
  },
  errorTitle: (title: string) => `Error: ${title}`,
  nav: { overview: 'Overview', tasks: 'Tasks', boards: 'Boards', starred: 'Starred boards' },
  search: { label: 'Search or jump to', key: 'Ctrl K', shortcutOnApple: '⌘ K' },
  recentChanges: 'Recent changes',
  help: 'Help',
  scope: { write: 'Read and write', read: 'Read only' },
  appearance: 'Appearance',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  connections: {
    label: 'Workspaces and keys',
    switchTo: 'Workspace',
    add: 'Add a connection',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere in this browser',
    key: (last4: string) => `Key ending in ${last4}`,
  },
  badge: {
    label: 'This key and this device',
    write: 'This key can read and change things in this workspace.',
    readByKey: 'This key can read but not change things.',
    readByChoice:
      'You opened this workspace in read-only mode. The key itself could change things.',
    allowWriting: 'Allow changes',
    forbidWriting: 'Switch to read-only mode',
  },
  states: {
    stillLoading: 'Still loading',
    stopped: 'Loading was stopped.',
    offline: 'You are offline, and nothing of this page is here yet. It loads when you are back.',
    details: 'Details',
    code: 'Code',
    message: 'Message',
    requestId: 'Request',
    time: 'Time',
    copyDetails: 'Copy details',
    copied: 'Details copied',
  },
  errors: {
    unauthenticated: 'The service did not accept this key.',
    insufficient_scope: 'This key can read but not change things.',
    not_found: 'This is not here. It may have been removed, or belong to another workspace.',
    rate_limited: 'The service asked to slow down. Wait a moment and try again.',
    rateLimitedFor: (seconds: number) =>
      `The service asked to slow down. Try again in ${plural(seconds, { other: '# s' })}.`,
    other: (message: string, code: string) => `${message} (${code})`,
    unreachable: 'No service answered.',
    server: 'The service had a problem of its own.',
    nothingChanged: 'Nothing was changed.',
    // Of a change without an answer.
    outcomeUnknown: 'No answer came, so it is not known whether this was saved.',
    broken: 'The service had a problem of its own, so it is not known whether this was saved.',
    retrySafe: 'It can be tried again without being done twice.',
    checkBeforeRetry: 'Look before you try again: that may make a second one.',
  },
  /** Why nothing can be changed at this moment. */
  disabledReasons: {
    key: 'This key can read but not change things.',
    choice: 'This workspace is open in read-only mode, so nothing is changed.',
    offline: 'You are offline. Changes are paused.',
  },
  notFound: {
    title: 'There is no page here',
    meaning: 'The address may be mistyped, or the page may have moved.',
    boards: 'Go to boards',
  },
  broken: {
    title: 'This page stopped working',
    meaning: 'The rest of the dashboard still works, and nothing that was saved is lost.',
    reload: 'Load the page again',
    notHere: 'This page did not come',
    offline:
      'You are offline, and this page was not opened before. Load it again when you are back.',
    chunkFailed:
      'A newer version of the dashboard may be here, or the service did not answer. Load the page again to see.',
  },
}

/** Words that every page needs; those of one page come with that page. Another language is another object of each shape. */
export const messages = { app }
