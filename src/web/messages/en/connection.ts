import { plural } from '#web/messages/plural.ts'

/** Said when a key stops working, when something was left behind, and when the network is away: fetched after the first paint. */
export const connectionText = {
  offline: 'You are offline. You can keep reading; changes are paused.',
  savedCopy: (time: string) => `Saved copy from ${time}.`,
  online: 'Back online',
  unreachable: (seconds: number) =>
    plural(seconds, {
      one: 'The service is not answering. Trying again in # s.',
      other: 'The service is not answering. Trying again in # s.',
    }),
  tryNow: 'Try now',

  refused: 'This key was not accepted any more',
  keyRejectedDescription:
    'It may have been revoked. With another key of this workspace everything goes on where it was; nothing you typed is lost.',
  continue: 'Continue',
  notNow: 'Not now',
  enterKey: 'Enter another key',
  elsewhere: (workspace: string) =>
    `This is a key of another workspace, ${workspace}. Nothing was sent to it.`,
  unknownWorkspace:
    'This service does not say which workspace a key is for, so this page cannot go on with it.',
  openOtherWorkspace: 'Open that workspace',

  interrupted: {
    delete_contact: (count: number) =>
      plural(count, {
        one: '# contact was not deleted because the tab was closed.',
        other: '# contacts were not deleted because the tab was closed.',
      }),
    delete_post: (count: number) =>
      plural(count, {
        one: '# post was not deleted because the tab was closed.',
        other: '# posts were not deleted because the tab was closed.',
      }),
    enroll: (count: number) =>
      plural(count, {
        one: '# enrollment was not made because the tab was closed.',
        other: '# enrollments were not made because the tab was closed.',
      }),
    publish: (count: number) =>
      plural(count, {
        one: '# entry was not published because the tab was closed.',
        other: '# entries were not published because the tab was closed.',
      }),
    comment: (count: number) =>
      plural(count, {
        one: '# comment was not sent because the tab was closed.',
        other: '# comments were not sent because the tab was closed.',
      }),
  },
  sendInterruptedNow: {
    delete_contact: (count: number) =>
      plural(count, { one: 'Delete it now', other: 'Delete them now' }),
    delete_post: (count: number) =>
      plural(count, { one: 'Delete it now', other: 'Delete them now' }),
    enroll: () => 'Enroll now',
    publish: (count: number) => plural(count, { one: 'Publish it now', other: 'Publish them now' }),
    comment: (count: number) => plural(count, { one: 'Send it now', other: 'Send them now' }),
  },
  discardInterrupted: 'Leave it',
}
