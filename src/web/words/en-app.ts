import { plural } from './words.ts'

export const app = {
  product: 'Workspace Admin',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  notifications: 'Notifications',
  moreToasts: (count: number) => plural(count, { one: '# more', other: '# more' }),
  dismiss: 'Dismiss',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  tryAgain: 'Try again',
  errorTitle: (title: string) => `Error: ${title}`,
  nav: { tasks: 'Tasks', boards: 'Boards', starred: 'Starred boards' },
  scope: { write: 'Read and write', read: 'Read only' },
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
  banner: {
    offline: 'You are offline. You can keep reading; changes are paused.',
    online: 'Back online',
    unreachable: (seconds: number) =>
      plural(seconds, {
        one: 'The service is not answering. Trying again in # s.',
        other: 'The service is not answering. Trying again in # s.',
      }),
    tryNow: 'Try now',
  },
  states: {
    stillLoading: 'Still loading',
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
    unreachable: 'No service answered. Nothing was changed.',
    server: 'The service had a problem of its own. Nothing was changed.',
  },
  missing: {
    title: 'There is no page here',
    meaning: 'The address may be mistyped, or the page may have moved.',
    boards: 'Go to boards',
  },
  broken: {
    title: 'This page stopped working',
    meaning: 'The rest of the dashboard still works, and nothing that was saved is lost.',
    reload: 'Load the page again',
    updated: 'A newer version of the dashboard is here. Load the page again to use it.',
  },
  rekey: {
    title: 'This key was not accepted any more',
    meaning: 'It may have been revoked. Connect again with another key of this workspace.',
    connect: 'Connect again',
  },
}
