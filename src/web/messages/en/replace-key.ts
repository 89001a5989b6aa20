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
