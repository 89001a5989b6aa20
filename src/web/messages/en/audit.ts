import type { AuditKind, AuditType } from '#contract/developers/audit.rules.ts'
import { plural } from '#web/messages/plural.ts'

const kinds: Readonly<Record<AuditKind, string>> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  restored: 'Restored',
  moved: 'Moved',
  imported: 'Imported',
  exported: 'Exported',
  merged: 'Merged',
  unmerged: 'Unmerged',
  enrolled: 'Enrolled',
  scheduled: 'Scheduled',
  sent: 'Sent',
  canceled: 'Canceled',
  published: 'Published',
  unpublished: 'Unpublished',
  revoked: 'Revoked',
  rotated: 'Replaced',
  tested: 'Tested',
  redelivered: 'Sent again',
  recovered: 'Recovered',
  replayed: 'Replayed',
  skipped: 'Skipped',
}

/** Of this server, and of newer ones. */
const types: Readonly<Record<AuditType, { readonly one: string; readonly other: string }>> = {
  board: { one: 'board', other: 'boards' },
  board_list: { one: 'list of a board', other: 'lists of a board' },
  label: { one: 'card label', other: 'card labels' },
  card: { one: 'card', other: 'cards' },
  list: { one: 'email list', other: 'email lists' },
  contact: { one: 'contact', other: 'contacts' },
  contact_import: { one: 'contact import', other: 'contact imports' },
  segment: { one: 'segment', other: 'segments' },
  tag: { one: 'contact tag', other: 'contact tags' },
  campaign: { one: 'campaign', other: 'campaigns' },
  automation: { one: 'automation', other: 'automations' },
  enrollment: { one: 'enrollment', other: 'enrollments' },
  feedback_board: { one: 'feedback board', other: 'feedback boards' },
  post_status: { one: 'post status', other: 'post statuses' },
  post_tag: { one: 'post tag', other: 'post tags' },
  post: { one: 'post', other: 'posts' },
  vote: { one: 'vote', other: 'votes' },
  comment: { one: 'comment', other: 'comments' },
  portal_user: { one: 'person', other: 'people' },
  changelog_entry: { one: 'changelog entry', other: 'changelog entries' },
  changelog_label: { one: 'changelog label', other: 'changelog labels' },
  changelog_subscriber: { one: 'changelog subscriber', other: 'changelog subscribers' },
  workspace: { one: 'workspace settings', other: 'workspace settings' },
  member: { one: 'member', other: 'members' },
  api_key: { one: 'API key', other: 'API keys' },
  webhook: { one: 'webhook', other: 'webhooks' },
  delivery: { one: 'delivery', other: 'deliveries' },
}

/** The audit log. */
export const auditText = {
  title: 'Audit log',
  developers: 'Developers',
  caption: 'Changes and exports, newest first',
  loading: 'Loading audit log',
  failed: 'Couldn’t load the audit log',
  filters: 'Filters',
  columns: {
    action: 'Action',
    resource: 'Resource',
    key: 'Key',
    address: 'Address',
    request: 'Request ID',
    time: 'Time',
  },
  kinds,
  types,
  /** What is done to a part of the resource, or with it. */
  actions: {
    'list imported': 'Imported contacts to email list',
    'list canceled': 'Stopped import to email list',
    'list exported': 'Exported contacts of email list',
    'contact_import imported': 'Imported contacts',
    'contact_import canceled': 'Stopped contact import',
    'enrollment enrolled': 'Enrolled contact in automation',
    'automation enrolled': 'Enrolled contact in automation',
    'delivery redelivered': 'Sent delivery again',
    'webhook tested': 'Sent sample to webhook',
    'webhook rotated': 'Replaced secret of webhook',
    'webhook recovered': 'Recovered failed deliveries of webhook',
    'webhook replayed': 'Replayed events to webhook',
    'webhook skipped': 'Skipped deliveries of webhook',
  } as Readonly<Record<string, string>>, // looked up by any type and kind
  /** What else an action is when it has a count. */
  countedActions: {
    'campaign updated': 'Recorded delivery events of campaign',
  } as Readonly<Record<string, string>>, // looked up by any type and kind
  action: (kind: string, type: string) => `${kind} ${type}`,
  many: (kind: string, count: number, type: { one: string; other: string }) =>
    `${kind} ${plural(count, { one: `# ${type.one}`, other: `# ${type.other}` })}`,
  withCount: (action: string, count: number) => `${action} (${plural(count, { other: '#' })})`,
  by: (action: string, key: string) => `${action} by ${key}`,
  /** Several keys have this name. */
  sharedName: (name: string, id: string) => `${name} (${id})`,
  none: 'None',
  inside: (id: string) => `in ${id}`,
  key: 'Key',
  kind: 'Action',
  since: {
    label: 'Time',
    options: { '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' },
  },
  newEntries: (count: number) => plural(count, { one: '# new entry', other: '# new entries' }),
  showNew: (count: number) =>
    plural(count, { one: 'Show # new entry', other: 'Show # new entries' }),
  empty: 'Nothing recorded yet',
  emptyDescription:
    'Each change and export made with an API key or the command line appears here for 90 days. What the server does by itself, such as publishing at a set time, isn’t recorded.',
  noMatch: 'No entries match these filters',
  clearFilters: 'Clear filters',
  details: {
    open: 'Open',
    inside: 'Inside',
    member: 'Member',
    resourceId: 'resource ID',
    parentId: 'ID of what contains it',
    keyId: 'key ID',
    address: 'address',
    requestId: 'request ID',
    time: 'time in UTC',
  },
  access: {
    unsupported: 'This server has no audit log',
    unsupportedDescription: 'It needs a server that records what each key does.',
    adminOnly: 'The audit log needs an admin key',
    adminOnlyDescription: 'Your key can’t see what other keys do. Ask an admin for another key.',
  },
}
