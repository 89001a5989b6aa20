/** The texts that an entry has and had. */
export const versionsText = {
  title: 'Versions',
  loading: 'Loading versions',
  failed: 'Couldn’t load the versions.',
  none: 'This text hasn’t changed yet. Once it does, you can go back to it here for 30 days.',
  older: 'Show older',
  kept: 'A text is kept for 30 days after it was changed.',
  current: 'Current text',
  /** Of a text that was imported, or is older than the versions. */
  unknownActor: 'Before versions were recorded',
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
