import { plural } from '#web/messages/plural.ts'

const subscribers = { one: '# subscriber', other: '# subscribers' }
const addresses = { one: '# address', other: '# addresses' }

/** The page of those who get an email about new entries. */
export const subscribersText = {
  title: 'Subscribers',
  changelog: 'Changelog',
  caption: 'Subscribers of the changelog',
  captionFor: (address: string) => `Subscribers with the address ${address}`,
  find: 'Find by address',
  columns: { email: 'Email', status: 'Status', created_at: 'Added' },
  none: 'None',
  loading: 'Loading subscribers',
  failed: 'Couldn’t load subscribers',
  empty: 'No subscribers yet',
  emptyDescription:
    'They get an email when an entry is published. Your external sender delivers it.',
  searchWhole: 'Enter a whole email address',
  searchWholeHint: 'Addresses are found only as a whole.',
  noMatch: (address: string) => `No subscriber has the address ${address}`,
  searching: (count: number) => `Searching… ${plural(count, subscribers)} so far`,
  copyAddress: 'Copy address',
  copied: (address: string) => `Copied ${address}`,
  remove: 'Remove subscriber',
  removeTitle: (address: string) => `Remove ${address}?`,
  removeEffect: 'They get no more emails about new entries. You can’t undo this.',
  removed: (address: string) => `Removed ${address}`,
  add: 'Add subscribers',
  export: 'Export CSV',
  exporting: 'Export of subscribers',
  exported: (count: number) => `${plural(count, subscribers)} exported`,
  fileName: (date: string) => `subscribers ${date}.csv`,
}

interface AddedCounts {
  added: number
  existing: number
  /** Unsubscribed earlier, and subscribed again. */
  again: number
  /** Unsubscribed, and not to be subscribed again. */
  kept: number
  /** Not subscribed again, although that was chosen. */
  refused: number
  failed: number
}

/** Adding one subscriber or pasting many. */
export const addSubscribersText = {
  title: 'Add subscribers',
  addresses: 'Email addresses',
  hint: 'One or many, separated by lines, commas or semicolons.',
  consent: 'Only add people who asked for this. They are added as confirmed and get no question.',
  required: 'Enter an email address.',
  noneValid: 'None of this is an email address.',
  found: (count: number) => `${plural(count, addresses)} found.`,
  repeated: (count: number) => plural(count, { one: '# is repeated.', other: '# are repeated.' }),
  invalid: (count: number) =>
    plural(count, {
      one: '# isn’t an email address and is omitted.',
      other: '# aren’t email addresses and are omitted.',
    }),
  showInvalid: 'Show what is omitted',
  more: (count: number) => plural(count, { one: '# more', other: '# more' }),
  submit: (count: number) => (count === 0 ? 'Add' : `Add ${plural(count, subscribers)}`),
  adding: (count: number) => `Add ${plural(count, subscribers)}`,
  undo: (count: number) => `Added ${plural(count, subscribers)}`,
  undoing: 'Remove the added subscribers',
  addedOne: (address: string) => `Added ${address}`,
  isSubscribed: (address: string) => `${address} is subscribed`,
  again: (address: string) => `${address} is subscribed again`,
  /** In the changelog or a list, or by hand: the server does not say which. */
  kept: (address: string) =>
    `${address} is unsubscribed, because it unsubscribed, bounced, complained or was suppressed before`,
  refused: (address: string) => `${address} can’t be subscribed again, because it complained`,
  keptCount: (count: number) =>
    plural(count, {
      one: '# is unsubscribed, because it unsubscribed, bounced, complained or was suppressed before.',
      other:
        '# are unsubscribed, because they unsubscribed, bounced, complained or were suppressed before.',
    }),
  showUnsubscribed: 'Show who is unsubscribed',
  resubscribe: (count: number) =>
    plural(count, { one: 'Subscribe it again', other: 'Subscribe them again' }),
  allUnsubscribed:
    'Everyone here is unsubscribed. Choose to subscribe them again, or leave them out.',
  /** How many are new, and what became of the others. */
  added: ({ added, existing, again, kept, refused, failed }: AddedCounts) =>
    [
      `${plural(added, subscribers)} added`,
      again > 0 ? plural(again, { other: '# subscribed again' }) : '',
      kept > 0 ? plural(kept, { one: '# is unsubscribed', other: '# are unsubscribed' }) : '',
      refused > 0 ? plural(refused, { other: '# complained and can’t be subscribed again' }) : '',
      existing > 0 ? plural(existing, { other: '# already in the list' }) : '',
      failed > 0 ? plural(failed, { other: '# failed' }) : '',
    ]
      .filter(Boolean)
      .join(', '),
  /** Where the server does not say which are new. */
  subscribed: (count: number, failed: number) =>
    [
      plural(count, { one: '# address is subscribed', other: '# addresses are subscribed' }),
      failed > 0 ? plural(failed, { other: '# failed' }) : '',
    ]
      .filter(Boolean)
      .join(', '),
  removedAgain: (count: number) => `${plural(count, subscribers)} removed again`,
}
