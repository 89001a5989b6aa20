/** What people are asked when others have changed the same thing. */
export const resourcesText = {
  nothing: 'nothing',
  quote: (value: string) => `“${value}”`,
  changedSince: (title: string, field: string, value: string) =>
    `The ${field} of ${title} has changed since, to ${value}.`,
  changedAgain: (title: string) => `Others keep changing ${title}.`,
  createdChanged: (title: string) => `${title} has changed since it was created.`,
  conflict: (title: string) => `Someone else changed ${title}`,
  mine: (field: string) => `Your version of the ${field}`,
  theirs: (field: string) => `Their version of the ${field}`,
  useMine: 'Use my version',
  useTheirs: 'Use their version',
  keptTheirs: (title: string) => `Kept their version of ${title}`,
  gone: (title: string) => `Someone else has deleted ${title}.`,
  deletionChanged: 'It isn’t deleted yet.',
  deleteAnyway: 'Delete anyway',
  keep: 'Keep it',
}
