import { plural } from '#web/messages/plural.ts'

const posts = (count: number) => plural(count, { one: '# post', other: '# posts' })

/** What is done to several selected posts. */
export const postBulkText = {
  status: 'Status',
  owner: 'Owner',
  tags: 'Tags',
  delete: 'Delete',
  find: { status: 'Find a status', owner: 'Find an owner', tags: 'Find or create a tag' },
  createTag: (name: string) => `Create the tag “${name}”`,
  noOptions: 'Nothing to choose from',
  setStatus: (count: number, status: string) => `Set ${posts(count)} to ${status}`,
  setOwner: (count: number, owner: string) => `Assign ${posts(count)} to ${owner}`,
  removeOwner: (count: number) => `Remove the owner of ${posts(count)}`,
  addTag: (count: number, tag: string) => `Add the tag “${tag}” to ${posts(count)}`,
  removeTag: (count: number, tag: string) => `Remove the tag “${tag}” from ${posts(count)}`,
  deletePosts: (count: number) => `Delete ${posts(count)}`,
  restorePosts: (count: number) => `Restore ${posts(count)}`,
  undoOf: (change: string) => `Undo: ${change}`,
  changed: (count: number) => `Changed ${posts(count)}`,
  /** Of an undo. */
  kept: (count: number) =>
    plural(count, {
      one: '# post has changed since and was left alone.',
      other: '# posts have changed since and were left alone.',
    }),
  deleted: (count: number) => `Deleted ${posts(count)}`,
  restored: (count: number) => `Restored ${posts(count)}`,
  noneChanged: 'No post was changed',
  restore: 'Restore',
  confirmTitle: (count: number) => `Delete ${posts(count)}?`,
  confirmDescription: 'This server can’t restore them.',
  cancel: 'Cancel',
}
