import { plural } from '#web/messages/plural.ts'
import { createKeyText } from './key-commands.ts'

/** The page of all API keys. */
export const keysText = {
  title: 'API keys',
  developers: 'Developers',
  loading: 'Loading API keys',
  failed: 'Couldn’t load API keys',
  failedRest: 'Couldn’t load all API keys.',
  new: 'New API key',
  columns: {
    name: 'Name',
    state: 'State',
    access: 'Access',
    member: 'Member',
    key: 'Key',
    created: 'Created',
    lastUsed: 'Last used',
    expires: 'Expires',
  },
  /** On the row of the key that this browser uses. */
  current: 'This key',
  access: { read: 'Read only', write: 'Read and write', admin: 'Admin' },
  state: {
    active: 'Active',
    expiring: (when: string) => `Expires ${when}`,
    expired: 'Expired',
  },
  noExpiry: 'No expiry',
  neverUsed: 'Never used',
  /** Before the time, where no column says so. */
  used: 'Used',
  actions: (name: string) => `Actions for ${name}`,
  edit: 'Edit…',
  revoke: 'Revoke…',
}

/** The form that creates a key. */
export const newKeyText = {
  title: 'New API key',
  create: 'Create API key',
  name: 'Name',
  nameHint: 'What uses it, such as “Website” or “Ana’s laptop”.',
  nameRequired: 'Enter a name.',
  access: 'Access',
  accessHints: {
    read: 'Can see all content: email, boards, feedback and the changelog.',
    write: 'Can also create, change and delete content.',
    admin:
      'Can also manage API keys, webhooks and the workspace, see the audit log, and import data with its dates.',
  },
  expiry: 'Expiry',
  expiries: {
    never: 'No expiry',
    '30': '30 days',
    '90': '90 days',
    '365': '1 year',
    date: 'Choose a date…',
  },
  neverHint: 'It works until you revoke it.',
  expiresAt: (time: string) => `It stops working on ${time}.`,
  date: 'Last day',
  dateRequired: 'Choose a date.',
  member: 'Member',
  memberHint: 'Optional. The person who uses this key.',
  noMember: 'No member',
}

/** The value of a new key, which is shown once. */
export const keySecretText = {
  onceTitle: 'Copy the API key now',
  once: 'It’s shown only once. Store it where it’s used, and confirm that you have stored it.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download as a text file',
  fileName: 'API key',
  hasCopied: 'I have stored this key',
  done: 'Done',
}

export const editKeyText = {
  title: (name: string) => `Edit ${name}`,
  save: 'Save changes',
  fields: { name: 'name', member: 'member' },
  renamed: (name: string) => `Renamed the API key to ${name}`,
  renamedWithMember: (name: string) => `Renamed the API key to ${name} and changed its member`,
  memberChanged: (name: string) => `Changed the member of the API key ${name}`,
}

export const revokeText = {
  title: (name: string) => `Revoke the API key ${name}?`,
  effect: 'Programs and people who use this key lose access at once. You can’t undo this.',
  lastUsed: (when: string) => `Last used ${when}.`,
  neverUsed: 'It was never used.',
  current: 'You’re using this key: this tab will be signed out.',
  jobs: (count: number) =>
    plural(count, {
      one: '# job that is still running is stopped.',
      other: '# jobs that are still running are stopped.',
    }),
  unsaved: (count: number) =>
    plural(count, {
      one: '# change that isn’t saved yet is lost.',
      other: '# changes that aren’t saved yet are lost.',
    }),
  drafts: (count: number) =>
    plural(count, {
      one: '# unsent draft on this device is deleted too.',
      other: '# unsent drafts on this device are deleted too.',
    }),
  confirm: (name: string) => `Type ${name} to confirm`,
  mismatch: 'This isn’t the name of the key.',
  waiting:
    'The server can’t be reached. The key may be revoked already. If not, it’s tried again until you cancel.',
  revoke: 'Revoke API key',
  revoked: (name: string) => `Revoked ${name}`,
  signedOut: (name: string) => `Revoked ${name}. This tab is signed out.`,
  lastAdmin:
    'This is the last admin key that works. Without one, no one could manage API keys here. Create another admin key first.',
}

/** What other keys see instead of the list. */
export const keyFactsText = {
  readOnly: 'This key has read-only access. Only admin keys can see and manage API keys.',
  readOnlyMode:
    'You opened this workspace in read-only mode. Leave it to manage API keys with an admin key.',
  adminOnly: 'Only admin keys can see and manage API keys.',
  unsupported: 'This server doesn’t offer API keys here. Create them on the server.',
  title: 'The key in use',
  facts: {
    name: 'Name',
    key: 'Key',
    access: 'Access',
    member: 'Member',
    expires: 'Expires',
    created: 'Created',
    lastUsed: 'Last used',
  },
  unknownAccess: 'Permissions unknown',
  create: 'Create a key on the server',
  createDescription: createKeyText,
  admin: 'For an admin key:',
}
