import { plural } from '#web/messages/plural.ts'

/** A campaign without rates: not sent, or on its way. */
export const reportStateText = {
  previewText: 'Preview text',
  from: 'From',
  unsent: 'Its report begins once it’s sent.',
  unsentTitle: 'Not sent yet',
  scheduledTitle: 'Scheduled',
  scheduled: (when: string | undefined) =>
    when === undefined ? 'It has not been sent yet.' : `It goes out ${when}.`,
  noRecipientsTitle: 'No recipients',
  noRecipients: 'This campaign had no recipients, so there are no rates.',
  noneDeliveredTitle: 'Nothing delivered',
  noneDelivered: (recipients: number | undefined) =>
    recipients === undefined
      ? 'None of the emails were delivered, so there are no rates.'
      : plural(recipients, {
          one: 'The email to # recipient wasn’t delivered, so there are no rates.',
          other: 'None of the emails to # recipients were delivered, so there are no rates.',
        }),
  noneReportedTitle: 'No deliveries reported',
  noneReported: 'The server reports no delivered emails so far, so there are no rates.',
  sending: 'Sending now',
  progress: (done: string, all: string) => `${done} of about ${all} handed over`,
  sendingFrom: 'Rates are compared once everyone has been sent the email.',
}
