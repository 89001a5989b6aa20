import { plural } from '#web/messages/plural.ts'

const kinds = { one: '# kind', other: '# kinds' }

/** The page of all webhooks, and the header of one. */
export const webhooksText = {
  title: 'Webhooks',
  developers: 'Developers',
  description: 'A webhook sends each event to an address of yours as it happens.',
  loading: 'Loading webhooks',
  failed: 'Couldn’t load webhooks',
  new: 'New webhook',
  empty: 'No webhooks yet.',
  emptyDescription: 'A webhook sends events, such as a new post, to another program.',
  guide: 'How to receive them',
  limit: (count: number) =>
    `You have ${count} webhooks, which is the maximum. Delete one to create another.`,
  access: {
    readOnly: 'This key has read-only access',
    readOnlyDescription: 'Webhooks need an admin key that can write. Connect with another key.',
    adminOnly: 'Webhooks need an admin key',
    adminOnlyDescription:
      'Your key can change content but can’t see or change webhooks. Ask an admin for another key.',
    unsupported: 'This server doesn’t offer webhooks here',
    unsupportedDescription: 'Set them up on the server.',
  },
  columns: {
    address: 'Address',
    events: 'Events',
    state: 'State',
    last: 'Last result',
    success: 'Last 24 hours',
    p95: 'p95',
  },
  everything: 'Everything',
  more: (count: number) => `+ ${count}`,
  noAttempt: 'Nothing sent yet',
  noDeliveries: 'No deliveries',
  share: (percent: string) => `${percent} succeeded`,
  shareLabel: (address: string) => `Success of ${address} in the last 24 hours`,
  state: {
    active: 'Active',
    manual: 'Paused by hand',
    gone: 'Off: returned 410 Gone',
    failing: 'Off: no success for 3 days',
  },
  /** Of an attempt. The list has no other words of deliveries, whose texts are loaded later. */
  results: {
    succeeded: (status: number) => `Delivered ${status}`,
    failed: (status: number) => `Failed ${status}`,
    other: 'Failed',
  },
  /** On the badge. */
  errors: {
    dns: 'Name not found',
    address_not_allowed: 'Not allowed',
    refused: 'No answer',
    reset: 'No answer',
    certificate: 'Bad certificate',
    timeout: 'Timed out',
    protocol: 'Invalid answer',
    network: 'No answer',
    interrupted: 'Interrupted',
  },
  duration: {
    milliseconds: (value: string) => `${value} ms`,
    seconds: (value: string) => `${value} s`,
  },
}

/** One webhook: its header, its menu and what becomes of it. */
export const webhookText = {
  /** Until its address is known, or where there is none. */
  unnamed: 'Webhook',
  loading: 'Loading webhook',
  failed: 'Couldn’t load this webhook',
  missing: 'Webhook not found',
  missingDescription: 'It may have been deleted or is in another workspace.',
  back: 'Back to webhooks',
  tabs: {
    label: 'Parts of this webhook',
    settings: 'Settings',
    deliveries: 'Deliveries',
    secret: 'Signing secret',
  },
  actions: (address: string) => `Actions for ${address}`,
  sendTest: 'Send a test event',
  pause: 'Pause',
  turnOn: 'Turn on',
  copyAddress: 'Copy address',
  copied: (address: string) => `Copied ${address}`,
  delete: 'Delete…',
  deleteTitle: (address: string) => `Delete the webhook ${address}?`,
  deleteEffect:
    'Its deliveries, its headers and its signing secret are deleted too. Waiting deliveries aren’t sent. You can’t undo this.',
  deleteWebhook: 'Delete webhook',
  deleteWaiting: 'The server can’t be reached. It will be deleted once it can, unless you cancel.',
  deleteFailed: (reason: string) => `Couldn’t delete it: ${reason}`,
  deleted: (address: string) => `Deleted the webhook ${address}`,
  paused: (address: string) => `Paused ${address}`,
  turnedOn: (address: string) => `Turned on ${address}`,
  edited: (address: string) => `Edited ${address}`,
  created: (address: string) => `Created the webhook ${address}`,
  banner: {
    manual:
      'This webhook is paused: new events aren’t sent to it. Once it’s on, “Replay missing” can send those of the last 7 days.',
    gone: 'This webhook is off because its address returned 410 Gone. Turn it on when the address works.',
    failing:
      'This webhook is off because nothing succeeded for 3 days. Turn it on when the address works.',
    waiting: 'Waiting deliveries continue once it’s on.',
  },
  test: {
    title: 'Send a test event',
    hint: 'A sample is sent to this webhook alone, also while it’s paused.',
    kind: 'Kind of event',
    send: 'Send test event',
    queued: 'Test queued.',
    failed: (reason: string) => `Couldn’t send a test event: ${reason}`,
  },
  fields: {
    url: 'address',
    events: 'events',
    description: 'description',
    format: 'format',
    headers: 'headers',
    filter: 'filter',
    ignore_api: 'rule about API keys',
    enabled: 'state',
  },
  enabled: (isOn: boolean) => (isOn ? 'on' : 'paused'),
  ignoresApi: (isOn: boolean) => (isOn ? 'skips events of API keys' : 'sends events of API keys'),
  filterCount: (count: number) =>
    count === 0 ? 'none' : plural(count, { one: '# item', other: '# items' }),
}

/** The fields of a webhook, in the dialog that creates one and in its settings. */
export const webhookFormText = {
  title: 'New webhook',
  create: 'Create webhook',
  save: 'Save changes',
  saved: 'Saved',
  discard: 'Discard changes',
  url: 'Address',
  urlHint: 'Events are sent here with POST. Use https.',
  urlRequired: 'Enter an address.',
  urlInvalid: 'Enter a full address, such as https://example.com/hook.',
  description: 'Description',
  descriptionHint: 'Optional. Only you see it.',
  events: 'Events',
  everything: 'Everything',
  everythingHint: 'All kinds, also those added later, except internal notes.',
  internalNotes: 'Also internal notes',
  chosen: 'Only these kinds',
  chosenCount: (count: number) => `${plural(count, kinds)} chosen`,
  eventsRequired: 'Choose at least one kind.',
  findKinds: 'Find kinds',
  noKinds: (text: string) => `No kinds match “${text}”.`,
  kindsFailed: 'Couldn’t load the kinds of events.',
  kindsLoading: 'Loading kinds of events',
  groupCount: (chosen: number, all: number) => `${chosen} of ${all}`,
  format: 'Format',
  formats: {
    standard: 'Standard',
    slack: 'Slack',
    discord: 'Discord',
    teams: 'Teams',
  },
  formatHints: {
    standard: 'The event as JSON, signed.',
    slack: 'A message in a channel. Slack doesn’t check the signature.',
    discord: 'A message in a channel. Discord doesn’t check the signature.',
    teams: 'A message in a channel. Teams doesn’t check the signature.',
  },
  filter: 'Only from',
  filterHint: 'Leave empty for all. Events without such a list or board are always sent.',
  filters: { list_ids: 'Lists', board_ids: 'Boards', feedback_board_ids: 'Feedback boards' },
  anyItem: 'All',
  ignoreApi: 'Skip events caused by an API key',
  ignoreApiHint:
    'This dashboard uses an API key too, so changes that people make here are skipped as well.',
  headers: 'Headers',
  headersHint: 'Optional, up to 10. Values are hidden once saved.',
  headerName: (index: number) => `Name of header ${index}`,
  headerValue: (index: number) => `Value of header ${index}`,
  name: 'Name',
  value: 'Value',
  storedValue: 'Stored value, hidden',
  replaceValue: (name: string) => `Replace value of ${name}`,
  replace: 'Replace',
  addHeader: 'Add header',
  removeHeader: (index: number) => `Remove header ${index}`,
  headerNameRequired: 'Enter a name.',
  headerTwice: 'This name is already used.',
  valuesMoved:
    'The address is on another host. Enter the values again, or remove the headers: stored values aren’t sent there.',
  valueRequired: 'Enter the value again, or remove this header.',
  lostTitle: 'Replace stored header values?',
  lostEffect: (names: string) =>
    `The stored value of ${names} is lost. You can’t undo this change.`,
  secret: 'Your own signing secret',
  secretHint:
    'Optional. At least 24 printable characters without spaces. Otherwise one is created.',
  secretInvalid: 'Use 24 to 256 printable characters without spaces.',
}

/** The signing secret: shown once, and replaced. */
export const webhookSecretText = {
  title: 'Signing secret',
  description:
    'Each delivery is signed with this secret. Your receiver checks the signature to know that an event is from this workspace.',
  headers:
    'The header webhook-signature has the signature of Standard Webhooks, X-Service-Signature that of the body alone.',
  hidden: 'The secret is shown only once, when it’s created. Replace it if you don’t have it.',
  until: (time: string) => `The previous secret signs too until ${time}.`,
  onlyOne: 'Only the current secret signs.',
  replace: 'Replace secret…',
  replaceTitle: (address: string) => `Replace the signing secret of ${address}?`,
  overlap: 'Keep the previous secret for',
  overlaps: { 0: 'No time, replace it now', 1: '1 hour', 24: '24 hours', 72: '72 hours' },
  noOverlapHint: 'Receivers with the old secret reject events from now on.',
  overlapHint:
    'Until then both secrets sign: X-Service-Signature is made with the new one, X-Service-Signature-Previous with the old one. A receiver that checks only the first rejects events until you update it.',
  /** The service refuses it with `secret_overlap`. */
  overlapping: (time: string) =>
    `The previous secret signs until ${time}, and at most two secrets sign at a time. Until then you can only replace the current one with no overlap, and the previous one stops signing too.`,
  noUndo: 'You can’t undo this.',
  replaceSecret: 'Replace secret',
  onceTitle: 'Copy the signing secret now',
  once: 'It’s shown only once. Store it in your receiver and confirm that you have copied it.',
  copy: 'Copy',
  copied: 'Copied',
  hasCopied: 'I have copied it',
  done: 'Done',
}
