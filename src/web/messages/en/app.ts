import { plural } from '#web/messages/plural.ts'

const loadsLater = 'This page will load when you reconnect.'

const app = {
  product: 'Workspace Admin',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  dismiss: 'Dismiss',
  close: 'Close',
  copyCurl: 'Copy as curl',
  curlCopied: 'Copied as curl. Replace <API_KEY> with an API key.',
  copyFailed: 'Your browser blocked copying.',
  chunkFailed: 'Couldn’t load this part. Check your connection and try again.',
  cancel: 'Cancel',
  clear: 'Clear',
  undo: 'Undo',
  tryAgain: 'Try again',
  more: 'More',
  saving: 'Saving…',
  justNow: 'just now',
  notSaved: (reason: string) => `Not saved: ${reason}`,
  textKept: 'Your text is kept.',
  waiting: 'Can’t reach the server. It’s tried again as long as this is open.',
  errorTitle: (title: string) => `Error: ${title}`,
  nav: {
    overview: 'Overview',
    email: 'Email',
    lists: 'Lists',
    campaigns: 'Campaigns',
    automations: 'Automations',
    tasks: 'Tasks',
    boards: 'Boards',
    starred: 'Starred boards',
    feedback: 'Feedback',
    people: 'People',
    posts: 'Posts',
    changelog: 'Changelog',
    developers: 'Developers',
    keys: 'API keys',
    webhooks: 'Webhooks',
    events: 'Events',
    audit: 'Audit log',
    reference: 'API reference',
    verify: 'Signature check',
    guides: 'Guides',
  },
  search: { label: 'Search or jump to', key: 'Ctrl K', shortcutOnApple: '⌘ K' },
  recentChanges: 'Recent changes',
  help: 'Help',
  scope: { write: 'Read and write', read: 'Read only' },
  appearance: 'Appearance',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  connections: {
    label: 'Workspaces and keys',
    key: (last4: string) => `Key ending in ${last4}`,
  },
  badge: { label: 'Access' },
  states: {
    stillLoading: 'Still loading',
    stopped: 'Loading stopped',
    offline: 'You’re offline',
    offlineDescription: loadsLater,
  },
  errors: {
    unauthenticated: 'Your API key no longer works.',
    insufficient_scope: 'You have read-only access.',
    not_found: 'Not found. It may have been deleted or is in another workspace.',
    rate_limited: 'Too many requests. Wait a moment and try again.',
    rateLimitedFor: (seconds: number) =>
      plural(seconds, {
        one: 'Too many requests. Try again in # second.',
        other: 'Too many requests. Try again in # seconds.',
      }),
    other: (message: string, code: string) => `${message} (${code})`,
    unreachable: 'Couldn’t reach the server.',
    checkConnection: 'Check your connection and try again.',
    server: 'Something went wrong on the server.',
    // A change without a response.
    outcomeUnknown: 'Couldn’t confirm this was saved.',
    broken: 'Server error. This may not have been saved.',
    retrySafe: 'You can safely try again.',
    checkBeforeRetry: 'Check before trying again, or you may create a duplicate.',
  },
  /** Why nothing can be changed at this moment. */
  disabledReasons: {
    key: 'You have read-only access.',
    choice: 'You opened this workspace in read-only mode.',
    offline: 'You’re offline. Changes are paused.',
  },
  broken: {
    title: 'This page crashed',
    meaning: 'Your saved changes are safe.',
    reload: 'Reload page',
    notHere: 'Couldn’t load this page',
    offline: `You’re offline. ${loadsLater}`,
    unreachable: `Can’t reach the server. ${loadsLater}`,
    chunkFailed:
      'Workspace Admin may have been updated, or the server is unreachable. Reload to continue.',
  },
}

/** Texts that every page needs; those of one page load with that page. Another language is another object of each shape. */
export const messages = { app }
