import { plural } from '#web/messages/plural.ts'

const votes = (count: number) => plural(count, { one: '# vote', other: '# votes' })

/** Merging a post into another, or without that marking it as a duplicate. */
export const mergePostText = {
  title: 'Merge into another post',
  duplicateTitle: 'Mark as a duplicate',
  target: 'Post to keep',
  placeholder: 'Search posts',
  similarFirst: 'Until you type, similar posts come first.',
  similarFailed: 'Couldn’t load similar posts. The newest posts come first.',
  newestFirst: 'The newest posts come first. Type words of a post to find it.',
  shares: (words: readonly string[]) => `shares ${words.join(', ')}`,
  choose: 'Choose the post to keep.',
  votes,
  caption: 'Votes before and after',
  merged: 'This post',
  kept: 'Post to keep',
  after: 'After merging',
  /** People who voted for both are known only once it is done. */
  atMost: (count: number) => `At most ${votes(count)}: who voted for both counts once.`,
  imported: 'Each imported vote without a name counts.',
  effect: 'Votes move to the post to keep. Comments stay here, and this post leads there.',
  merge: 'Merge',
  done: (from: string, into: string) => `Merged “${from}” into “${into}”`,
  duplicateEffect:
    'Sets the status, adds the tag “duplicate” and an internal note with a link to the other post. Votes stay here.',
  status: 'Status',
  mark: 'Mark as duplicate',
  marked: (title: string) => `Marked “${title}” as a duplicate`,
  noteFailed: (reason: string) => `${reason} The note is a draft of this post.`,
  note: (title: string, url: string) => `Duplicate of [${title}](${url})`,
}
