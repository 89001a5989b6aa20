import { plural } from '#web/messages/plural.ts'

/** A list that is read again every few seconds. */
export const liveRowsText = {
  live: 'Live',
  paused: 'Paused',
  refreshed: 'Updated every 5 seconds',
  updatesPaused: 'Couldn’t update. Trying again soon.',
  updatesStopped: 'Updates continue once you connect with another API key.',
  offline: 'You’re offline. Updates continue when you’re back online.',
  newCount: (count: number) => plural(count, { other: '# new' }),
  loadMoreFailed: 'Couldn’t load more.',
}
