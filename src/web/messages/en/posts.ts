/** The list of posts. */
export const postsText = {
  title: 'Posts',
  list: 'Posts',
  loading: 'Loading posts',
  failed: 'Couldn’t load posts',
  loadMore: 'Load more',
  empty: 'No posts yet',
  emptyDescription: 'When people write on your feedback page, their posts appear here.',
  none: 'Select a post to read it',
  votes: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
}
