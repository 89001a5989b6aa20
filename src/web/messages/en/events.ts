import { plural } from '#web/messages/plural.ts'

/** The page of the change feed. */
export const eventsText = {
  title: 'Events',
  caption: 'Events, newest first',
  kinds: 'Event',
  columns: { kind: 'Event', time: 'Time', resource: 'Resource', id: 'Event ID' },
  none: 'None',
  live: 'Live',
  offline: 'Reconnecting',
  waiting: 'Waiting for events',
  waitingDescription: 'New events appear here as they happen.',
  loadEarlier: 'Load earlier events of the last 7 days',
  loadingEarlier: (count: number) =>
    plural(count, { one: '# event read…', other: '# events read…' }),
  earlierHint: 'The server lists events oldest first, so all of them are read.',
  earlierLoaded: (count: number) =>
    plural(count, { one: '# event of the last 7 days', other: '# events of the last 7 days' }),
  tooMany: (count: number) => plural(count, { other: 'Showing the newest # events.' }),
  stop: 'Stop',
  failed: 'Couldn’t load earlier events.',
  noMatch: 'No events of these kinds',
  clear: 'Clear filter',
  unavailable: 'This server has no change feed',
  unavailableDescription: 'Events need a server with the event stream.',
  open: (kind: string) => `Event ${kind}`,
  json: 'Event as JSON',
}
