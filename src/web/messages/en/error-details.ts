/** The details of a failure, for support. */
export const errorDetailsText = {
  details: 'Details',
  code: 'Code',
  message: 'Message',
  requestId: 'Request',
  time: 'Time',
  copyDetails: 'Copy details',
  copied: 'Details copied',
}
