/** The dialog for a key that stopped working, and the banner after it was dismissed. */
export const replaceKeyText = {
  refused: 'Your API key no longer works',
  enterKey: 'Enter another key',
  keyRejectedDescription:
    'It may have been revoked. Enter another key for this workspace to continue. Your work is kept.',
  continue: 'Continue',
  notNow: 'Not now',
  elsewhere: (workspace: string) =>
    `This key belongs to another workspace, ${workspace}. Nothing was sent.`,
  unknownWorkspace: 'Couldn’t verify that this key belongs to the same workspace.',
  openOtherWorkspace: 'Open that workspace',
}

/** The banner of a key that expires within a week. */
export const expiringKeyText = {
  expires: (time: string) => `Your API key stops working on ${time}.`,
  createKey: 'Create another API key',
  askAdmin: 'Ask someone with an admin key for another one.',
  dismiss: 'Dismiss',
}
