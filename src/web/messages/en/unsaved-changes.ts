/** Asked before what someone typed is thrown away. */
export const unsavedChangesText = {
  title: 'Discard unsaved text?',
  keep: 'Keep editing',
  discard: 'Discard',
}
