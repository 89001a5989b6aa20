/** The texts that an entry has and had. */
export const versionsText = {
  title: 'Versions',
  loading: 'Loading versions',
  failed: 'Couldn’t load the versions.',
  none: 'No versions yet.',
  older: 'Show older',
  kept: 'What one person writes within ten minutes is one version. It’s kept for 30 days after the text changed.',
  current: 'Current text',
  /** Of a text whose author is not recorded: it was imported, or is older than the versions. */
  unknownActor: 'Author not recorded',
  restore: 'Restore this version',
  question: 'Restore this version?',
  consequence:
    'The title and text of the entry change to it. The text of now stays here as a version.',
  consequencePublished: 'Readers see the change at once. No subscriber gets an email.',
  confirm: 'Restore',
  cancel: 'Cancel',
  restored: (title: string) => `Restored a version of “${title}”`,
  notSaved: 'What you wrote isn’t saved yet, so nothing was restored.',
  changed: 'This entry changed meanwhile. Look at it, then restore the version again.',
}
