import { plural } from '#web/messages/plural.ts'

/** Shown when an API key stops working, a change was interrupted or the network is down: loaded after the first paint. */
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

  refused: 'Your API key no longer works',
  keyRejectedDescription:
    'It may have been revoked. Enter another key for this workspace to continue. Your work is kept.',
  continue: 'Continue',
  notNow: 'Not now',
  enterKey: 'Enter another key',
  elsewhere: (workspace: string) =>
    `This key belongs to another workspace, ${workspace}. Nothing was sent.`,
  unknownWorkspace: 'Couldn’t verify that this key belongs to the same workspace.',
  openOtherWorkspace: 'Open that workspace',

  interrupted: {
    delete_contact: (count: number) =>
      plural(count, {
        one: '# contact wasn’t deleted because the tab was closed.',
        other: '# contacts weren’t deleted because the tab was closed.',
      }),
    delete_post: (count: number) =>
      plural(count, {
        one: '# post wasn’t deleted because the tab was closed.',
        other: '# posts weren’t deleted because the tab was closed.',
      }),
    enroll: (count: number) =>
      plural(count, {
        one: '# contact wasn’t enrolled because the tab was closed.',
        other: '# contacts weren’t enrolled because the tab was closed.',
      }),
    publish: (count: number) =>
      plural(count, {
        one: '# entry wasn’t published because the tab was closed.',
        other: '# entries weren’t published because the tab was closed.',
      }),
    comment: (count: number) =>
      plural(count, {
        one: '# comment wasn’t sent because the tab was closed.',
        other: '# comments weren’t sent because the tab was closed.',
      }),
  },
  sendInterruptedNow: {
    delete_contact: 'Delete now',
    delete_post: 'Delete now',
    enroll: 'Enroll now',
    publish: 'Publish now',
    comment: 'Send now',
  },
  discardInterrupted: 'Dismiss',
}
