/** What happened to a card, a post or a contact: one sentence for each change, which begins with who did it. */
export const activityText = {
  title: 'Activity',
  loading: 'Loading activity',
  failed: 'Couldn’t load the activity.',
  older: 'Show older',
  server: 'The server',
  deletedKey: 'A deleted API key',
  deletedMember: 'A deleted member',
  tagsAdded: (count: number) => (count === 1 ? 'added the tag' : 'added the tags'),
  tagsRemoved: (count: number) => (count === 1 ? 'removed the tag' : 'removed the tags'),
}

/** Sentences of the activity of a post. What follows is in bold. */
export const postActivityText = {
  none: 'No changes are recorded.',
  created: 'created this post',
  deleted: 'deleted this post',
  restored: 'restored this post',
  changed: 'changed this post',
  renamed: 'renamed this to',
  described: 'changed the details',
  detailsRemoved: 'removed the details',
  status: 'set the status to',
  assigned: 'assigned this to',
  unassigned: 'removed the owner',
  eta: 'set the ETA to',
  etaRemoved: 'removed the ETA',
  moved: 'moved this to the board',
  merged: 'merged this into',
  unmerged: 'undid the merge into',
  mergedHere: 'merged in',
  unmergedHere: 'undid the merge of',
}

/** Sentences of the activity of a contact. What follows is in bold. */
export const contactActivityText = {
  none: 'No changes are recorded.',
  since: (date: string) =>
    `Changes are recorded since ${date}, except imports, fields, and tags of the list that were renamed or deleted.`,
  created: 'added this contact as',
  changed: 'changed this contact',
  address: 'changed the address to',
  status: 'set the status to',
  reported: {
    'contact.bounced': 'reported a bounce from the campaign',
    'contact.unsubscribed': 'reported that this contact unsubscribed from the campaign',
    'contact.complained': 'reported a spam complaint about the campaign',
  } as Partial<Record<string, string>>,
  enrollments: {
    'automation.enrolled': 'enrolled this contact in the automation',
    'automation.completed': 'reported that this contact completed the automation',
    'automation.failed': 'reported that this contact failed in the automation',
    'automation.cancelled': 'ended this contact’s enrollment in the automation',
  } as Partial<Record<string, string>>,
}
