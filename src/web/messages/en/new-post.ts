import { plural } from '#web/messages/plural.ts'

/** A post that the team writes, often on behalf of a user. */
export const newPostText = {
  title: 'New post',
  back: 'Back to posts',
  board: 'Board',
  loadingBoards: 'Loading boards',
  noBoards: 'There’s no feedback board yet, and a post needs one.',
  postTitle: 'Title',
  titleRequired: 'A post needs a title.',
  details: 'Details',
  detailsHint: 'Markdown. Kept on this device until you create the post.',
  tags: 'Tags',
  tagsPlaceholder: 'Add tags',
  user: 'On behalf of',
  userHint: 'Empty: the post is from your team.',
  chooseUser: 'Choose whose vote to add.',
  similar: 'Similar posts',
  votes: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
  voteInstead: 'Add a vote there instead',
  voteFor: (title: string) => `Add a vote to “${title}” instead`,
  alreadyVoted: (name: string) => `${name} already voted`,
  create: 'Create post',
  cancel: 'Cancel',
  readOnly: 'Can’t create a post',
  readOnlyDescription: 'You have read-only access.',
}
