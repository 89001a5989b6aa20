/** The texts that an entry has and had. */
export const versionsText = {
  title: 'Versions',
  loading: 'Loading versions',
  failed: 'Couldn’t load the versions.',
  none: 'No versions yet.',
  older: 'Show older',
  kept: 'Changes one person makes within ten minutes are saved as one version. Versions are kept for 30 days after they’re replaced.',
  current: 'Current text',
  /** Of a text whose author is not recorded: it was imported, or is older than the versions. */
  unknownActor: 'Author not recorded',
  restore: 'Restore this version',
  question: 'Restore this version?',
  consequence:
    'This replaces the title and text. The current text is kept here as a version for 30 days.',
  consequencePublished:
    'It’s published, so its public text changes within a minute. No subscriber gets an email.',
  confirm: 'Restore',
  restored: (title: string) => `Restored a version of “${title}”`,
  notSaved: 'Couldn’t save your latest changes, so nothing was restored.',
  changed: 'This entry has changed. Review it, then restore the version again.',
}
