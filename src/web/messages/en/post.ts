/** One post. */
export const postText = {
  loading: 'Loading the post',
  failed: 'Couldn’t load the post',
  missing: 'This post isn’t here',
  missingDescription: 'It may have been deleted, or be in another workspace.',
  back: 'Back to posts',
  noDetails: 'No details',
}
