import { plural } from '#web/messages/plural.ts'

const seconds = (count: number) => plural(count, { one: '# second', other: '# seconds' })

/** The comments of a post. */
export const commentsText = {
  title: 'Comments',
  loading: 'Loading comments',
  failed: 'Comments couldn’t be loaded.',
  offline: 'Comments will load when you reconnect.',
  failedMore: 'The rest couldn’t be loaded.',
  loadMore: 'Load more comments',
  empty: 'No comments yet.',
  note: 'Internal note',
  /** Where the server does not say who can see a comment. */
  unknownVisibility: 'May be internal',
  team: 'Team',
  you: 'You',
  unnamed: 'No name',
  /** "Internal note by Jamie Tran, 5 November" */
  itemName: (kind: 'comment' | 'note', author: string, day: string) =>
    [`${kind === 'note' ? 'Internal note' : 'Comment'}${author && ` by ${author}`}`, day]
      .filter(Boolean)
      .join(', '),
  waiting: 'Waiting to be sent',
  reply: 'Reply',
  edit: 'Edit',
  remove: 'Delete',
  editLabel: 'Text',
  save: 'Save',
  saved: 'Comment changed',
  /** In a question about it. */
  bodyName: 'text',
  names: { comment: 'the comment', note: 'the internal note' },
  removed: { comment: 'Comment deleted', note: 'Internal note deleted' },
  merged: 'A merged post takes no comments.',
  deleted: 'A deleted post takes no comments.',
  kept: 'What you wrote is kept on this device.',
  keptDetails: 'Details',
  copy: 'Copy',
  copied: 'Copied',
}

/** Where a comment is written. */
export const composerText = {
  label: 'New comment',
  mode: 'Comment as',
  modes: { team: 'Reply as team', note: 'Internal note', user: 'As a user' },
  hasDraft: 'Draft',
  fields: { team: 'Public reply', note: 'Internal note', user: 'Comment of a user' },
  placeholders: {
    team: 'Everyone can read this',
    note: 'Only your team sees this',
    user: 'Everyone can read this',
  },
  hints: {
    team: 'On the public page, in the name of your team',
    note: 'Hidden from the public page and from emails',
    user: 'On the public page, in the name of the user',
  },
  send: { team: 'Reply publicly', note: 'Add note', user: 'Comment as user' },
  sendKeys: 'Ctrl ↵',
  sendKeysApple: '⌘ ↵',
  user: 'User',
  noUser: 'Choose who says this.',
  noText: 'Write something first.',
  tooLong: 'At most 10,000 characters.',
  replyTo: (author: string) => (author ? `Replying to ${author}` : 'Replying'),
  repliesToNotes: 'Replies to a note are internal.',
  cancelReply: 'Cancel reply',
  sending: { team: 'Reply publicly', note: 'Add an internal note', user: 'Comment as a user' },
  sendingIn: {
    team: (count: number) => `Replying publicly in ${seconds(count)}`,
    note: (count: number) => `Adding internal note in ${seconds(count)}`,
    user: (count: number) => `Commenting as user in ${seconds(count)}`,
  },
  sent: { team: 'Public reply sent', note: 'Internal note added', user: 'Comment added' },
  notSent: (reason: string) => `${reason} Your text is back in the field.`,
}
