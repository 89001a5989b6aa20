import { plural } from '#web/messages/plural.ts'

/** Delayed mutations whose tab was closed before they were sent. */
export const interruptedText = {
  interrupted: {
    comment: (count: number) =>
      plural(count, {
        one: '# comment wasn’t added because the tab was closed.',
        other: '# comments weren’t added because the tab was closed.',
      }),
    delete_campaign: (count: number) =>
      plural(count, {
        one: '# campaign wasn’t deleted because the tab was closed.',
        other: '# campaigns weren’t deleted because the tab was closed.',
      }),
    delete_comment: (count: number) =>
      plural(count, {
        one: '# comment wasn’t deleted because the tab was closed.',
        other: '# comments weren’t deleted because the tab was closed.',
      }),
    delete_contact: (count: number) =>
      plural(count, {
        one: '# contact wasn’t deleted because the tab was closed.',
        other: '# contacts weren’t deleted because the tab was closed.',
      }),
    delete_entry: (count: number) =>
      plural(count, {
        one: '# entry wasn’t deleted because the tab was closed.',
        other: '# entries weren’t deleted because the tab was closed.',
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
  },
  sendInterruptedNow: {
    comment: 'Add now',
    delete_campaign: 'Delete now',
    delete_comment: 'Delete now',
    delete_contact: 'Delete now',
    delete_entry: 'Delete now',
    delete_post: 'Delete now',
    enroll: 'Enroll now',
    publish: 'Publish now',
  },
  discardInterrupted: 'Dismiss',
}

/** While the server rejects reads because there were too many; it may not say until when. */
export const rateLimitText = (seconds: number | undefined) =>
  seconds === undefined
    ? 'The server asked to slow down. Continuing soon.'
    : plural(seconds, { other: 'The server asked to slow down. Continuing in # s.' })
