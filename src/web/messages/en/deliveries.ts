import { plural } from '#web/messages/plural.ts'

/** The deliveries of a webhook, and the one that is open. */
export const deliveriesText = {
  caption: 'Deliveries, newest first',
  filters: 'Filters',
  columns: { result: 'Result', event: 'Event', delivery: 'Delivery', took: 'Took', when: 'When' },
  answerWithin: 'Answer within 10 seconds with any 2xx',
  slow: 'slow',
  none: 'None',
  newDeliveries: (count: number) =>
    plural(count, { one: '# new delivery', other: '# new deliveries' }),
  showNew: (count: number) =>
    plural(count, { one: 'Show # new delivery', other: 'Show # new deliveries' }),
  failed: 'Couldn’t load deliveries',
  empty: 'No deliveries yet',
  emptyDescription:
    'Each event that matches this webhook appears here with its request and response. Send a test event to try your receiver.',
  sendTest: 'Send a test event',
  testQueued: 'Test event queued',
  noMatch: 'No deliveries match these filters',
  clearFilters: 'Clear filters',
  status: {
    label: 'Result',
    options: {
      'failed,pending': 'Failed or waiting',
      failed: 'Failed',
      pending: 'Waiting',
      succeeded: 'Delivered',
      skipped: 'Skipped',
    },
    or: (values: readonly string[]) => values.join(' or '),
  },
  kind: 'Event',
  since: {
    label: 'Created',
    options: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days' },
  },
  results: {
    waiting: 'Waiting',
    sending: 'Sending',
    retrying: 'Retrying',
    skipped: 'Skipped',
  },
  /** Beside the attempt. */
  errorMeanings: {
    dns: 'The host name couldn’t be resolved (DNS).',
    address_not_allowed: 'The URL leads to a private address, which isn’t allowed.',
    refused: 'The receiver refused the connection.',
    reset: 'The receiver closed the connection before it answered.',
    certificate: 'The TLS certificate of the receiver isn’t valid.',
    timeout: 'No complete answer within 10 seconds.',
    protocol: 'The answer wasn’t valid HTTP.',
    network: 'The receiver couldn’t be reached.',
    interrupted: 'The server stopped or couldn’t make this request. It’s tried again.',
  },
  redirect: (to: string) => `Redirects aren’t followed. It pointed to ${to}`,
  wait: {
    now: 'now',
    seconds: (count: number) => `in ${count} s`,
    minutes: (count: number) => `in ${count} min`,
    hours: (count: number) => `in ${count} h`,
  },
  next: (wait: string) => `next ${wait}`,
  menu: 'More actions for deliveries',
}

export const deliveryText = {
  pane: 'Delivery',
  loading: 'Loading the delivery',
  failed: 'Couldn’t load this delivery',
  missing: 'Delivery not found',
  missingDescription: 'Deliveries are kept for 7 days after their last attempt.',
  back: 'Back to deliveries',
  id: 'delivery ID',
  choose: 'Select a delivery to see its request and response',
  sendAgain: 'Send again',
  queued: 'Queued to be sent again',
  recorded: (result: string) => `New attempt: ${result}`,
  sendFailed: (reason: string) => `Couldn’t send it again: ${reason}`,
  attempts: 'Attempts',
  attempt: (number: number) => `Attempt ${number}`,
  noAttempts: 'Not sent yet',
  skipped: 'Skipped before it was sent. You can still send it.',
  view: 'Request or response',
  request: 'Request',
  response: 'Response',
  copyBody: 'Copy body',
  bodyCopied: 'Body copied',
  copyCurl: 'Copy as curl',
  curlCopied: 'Copied as curl with the current address',
  curlCopiedMasked: (names: string) =>
    `Copied as curl with the current address. Replace the masked values: ${names}`,
  raw: 'Raw',
  moreLines: 'Show more',
  cut: 'The first 1 KiB of the response.',
  noResponse: 'No response',
  emptyBody: 'Empty body',
  noBody: 'The event was deleted, so its body is no longer stored.',
  maskedHeaders: 'Values of custom headers are hidden.',
  address: (address: string) =>
    `The current address is ${address}. It may have changed since this attempt.`,
  notSentYet: 'The headers appear with the first attempt.',
  checkSignature: 'Check a signature',
  checkHint: 'Compare this body with your secret in the browser.',
}

export const queueAgainText = {
  recover: 'Recover failed…',
  replay: 'Replay missing…',
  skip: 'Skip waiting…',
  since: 'Events since',
  sinceOptions: {
    '1h': '1 hour ago',
    '24h': '24 hours ago',
    '3d': '3 days ago',
    '7d': '7 days ago',
  },
  counting: 'Counting…',
  countFailed: 'Couldn’t count them.',
  titles: {
    recover: 'Send failed deliveries again',
    replay: 'Replay missing events',
    skip: 'Skip waiting deliveries',
  },
  hints: {
    recover: 'Each is attempted again with the same event ID and body.',
    replay:
      'Sends events that this webhook has no delivery of, such as from before it existed. Oldest first, 10 a second.',
    skip: 'They aren’t sent. You can still send each one again.',
  },
  preview: {
    recover: (count: number, since: string) =>
      plural(count, {
        one: `# failed delivery of events since ${since} will be sent again.`,
        other: `# failed deliveries of events since ${since} will be sent again.`,
      }),
    replay: (count: number, since: string) =>
      plural(count, {
        one: `# missing event since ${since} will be sent.`,
        other: `# missing events since ${since} will be sent.`,
      }),
    skip: (count: number) =>
      plural(count, {
        one: '# waiting delivery will be skipped.',
        other: '# waiting deliveries will be skipped.',
      }),
  },
  nothing: {
    recover: (since: string) => `No delivery of events since ${since} has failed for good.`,
    replay: (since: string) => `No event is missing since ${since}.`,
    skip: () => 'No delivery is waiting.',
  },
  submit: {
    recover: (count: number) =>
      plural(count, { one: 'Send # delivery again', other: 'Send # deliveries again' }),
    replay: (count: number) => plural(count, { one: 'Send # event', other: 'Send # events' }),
    skip: (count: number) => plural(count, { one: 'Skip # delivery', other: 'Skip # deliveries' }),
  },
  failed: {
    recover: (reason: string) => `Couldn’t send them again: ${reason}`,
    replay: (reason: string) => `Couldn’t send them: ${reason}`,
    skip: (reason: string) => `Couldn’t skip them: ${reason}`,
  },
  submitNone: { recover: 'Send again', replay: 'Send events', skip: 'Skip' },
  done: {
    recover: (count: number) =>
      plural(count, {
        one: '# delivery queued to be sent again',
        other: '# deliveries queued to be sent again',
      }),
    replay: (count: number) => plural(count, { one: '# event queued', other: '# events queued' }),
    skip: (count: number) =>
      plural(count, { one: '# delivery skipped', other: '# deliveries skipped' }),
  },
}
