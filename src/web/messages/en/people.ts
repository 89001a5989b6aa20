import { plural } from '#web/messages/plural.ts'

const people = { one: '# person', other: '# people' }
const votes = { one: '# vote', other: '# votes' }

/** The page of portal users. */
export const peopleText = {
  title: 'People',
  caption: 'People who posted, voted, commented or were added',
  captionFor: (text: string) => `People who match ${text}`,
  find: 'Search people',
  findExact: 'Find by address or ID',
  columns: {
    name: 'Name',
    email: 'Email',
    external_id: 'External ID',
    posts: 'Posts',
    votes: 'Votes',
    comments: 'Comments',
    last_seen_at: 'Last seen',
  },
  none: 'None',
  loading: 'Loading people',
  failed: 'Couldn’t load people',
  empty: 'No people yet',
  emptyDescription: 'Everyone who posts, votes or comments appears here.',
  noMatch: (text: string) => `No people match “${text}”`,
  searchWhole: 'Enter a whole email address or an ID',
  searchWholeHint: 'This server finds people only by those.',
  searching: (count: number) => `Searching… ${plural(count, people)} so far`,
  add: 'Add person',
  export: 'Export CSV',
  exporting: 'Export of people',
  exported: (count: number) => `${plural(count, people)} exported`,
  fileName: (date: string) => `people ${date}.csv`,
  actions: (name: string) => `Actions for ${name}`,
  copyAddress: 'Copy address',
  copyId: 'Copy ID',
  copied: (value: string) => `Copied ${value}`,
  edit: 'Edit details',
  act: 'Vote or comment as this person',
  merge: 'Merge with someone',
  forget: 'Forget person',
}

/** One person: the drawer and what changes them. */
export const personText = {
  idName: 'person ID',
  loading: 'Loading person',
  failed: 'Couldn’t load this person',
  missing: 'Person not found',
  missingDescription: 'They may have been merged or forgotten, or are in another workspace.',
  back: 'Back to people',
  counters: 'Activity',
  /** Links to the posts that a counter counts. */
  counted: {
    posts: (count: number) => `Show ${plural(count, { one: '# post', other: '# posts' })}`,
    votes: (count: number) => `Show posts with ${plural(count, votes)}`,
    comments: (count: number) =>
      `Show posts with ${plural(count, { one: '# comment', other: '# comments' })}`,
  },
  attributes: 'Attributes',
  details: 'Details',
  created: 'Added',
  actTitle: (name: string) => `Vote or comment as ${name}`,
  post: 'Post',
  choosePost: 'Choose a post.',
  addVote: 'Add vote',
  writeComment: 'Write a comment',
  addTitle: 'Add person',
  editTitle: (name: string) => `Edit ${name}`,
  addHint: 'Enter an email address, an external ID or both. If someone has them, they are updated.',
  foundBy: {
    external_id: (value: string) => `This person is found by the external ID ${value}.`,
    email: (value: string) => `This person is found by the address ${value}.`,
  },
  name: 'Name',
  email: 'Email',
  external_id: 'External ID',
  attributeName: 'Attribute name',
  attributeValue: 'Value',
  addAttribute: 'Add attribute',
  removeAttribute: (name: string) => `Remove ${name}`,
  wrongAddress: 'Enter a valid email address.',
  noIdentifier: 'Enter an email address or an external ID.',
  save: 'Save',
  added: (name: string) => `Added ${name}`,
  updatedExisting: (name: string) => `${name} was already here and is updated`,
  edited: (name: string) => `Edited ${name}`,
  /** In a question about a field. */
  fields: {
    name: 'name',
    email: 'email address',
    external_id: 'external ID',
    attributes: 'attributes',
  },
  mismatch: 'These details belong to more than one person. Nothing was changed.',
  mismatchHint: 'Change the address or external ID, or open the other person.',
  open: (name: string) => `Open ${name}`,
  mergeBoth: (one: string, other: string) => `Merge ${one} and ${other}`,
}

/** Merging two people, and forgetting one. */
export const mergeText = {
  title: (name: string) => `Merge ${name}`,
  other: 'Merge with',
  caption: 'Both people and the result',
  keep: 'Keep',
  remove: 'Merge and remove',
  result: 'Result',
  swap: 'Keep the other one',
  atMost: (count: string) => `at most ${count}`,
  effect: (kept: string, removed: string) =>
    `Posts, votes and comments of ${removed} move to ${kept}. A vote of both for the same post counts once. Details that ${kept} lacks are filled in.`,
  permanent: 'You can’t undo this.',
  choose: 'Choose the other person.',
  merge: 'Merge people',
  merged: (kept: string, removed: string) => `Merged ${removed} into ${kept}`,
  changed: 'Someone else changed this person. Check the numbers, then merge again.',
  forgetTitle: (name: string) => `Forget ${name}?`,
  forgetEffect: (posts: number | undefined, voteCount: number | undefined) =>
    posts === undefined || voteCount === undefined
      ? 'Name, address, external ID and attributes are erased. Posts, votes and comments stay, without a name.'
      : `Name, address, external ID and attributes are erased. ${plural(posts, { one: '# post', other: '# posts' })}, ${plural(voteCount, votes)} and all comments stay, without a name.`,
  forgetConfirm: (name: string) => `Type “${name}” to confirm`,
  forgetMismatch: 'That isn’t the name.',
  forget: 'Forget person',
  forgotten: (name: string) => `Forgot ${name}`,
}
