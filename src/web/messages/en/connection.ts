import { plural } from '#web/messages/plural.ts'

/** Shown while the network or the server is down: loaded after the first paint. */
export const connectionText = {
  offline: 'You’re offline. You can keep reading; changes are paused.',
  savedCopy: (time: string) => `Saved copy from ${time}.`,
  online: 'Back online',
  unreachable: (seconds: number, unsaved: number) =>
    [
      'Can’t reach the server.',
      unsaved > 0 &&
        plural(unsaved, {
          one: '# change is waiting to be saved.',
          other: '# changes are waiting to be saved.',
        }),
      plural(seconds, { other: 'Retrying in # s.' }),
    ]
      .filter(Boolean)
      .join(' '),
  tryNow: 'Retry now',
}
