import { plural } from '#web/messages/plural.ts'

/** The page of the change feed. */
export const eventsText = {
  title: 'Events',
  developers: 'Developers',
  caption: 'Events, newest first',
  kinds: 'Event',
  columns: { kind: 'Event', time: 'Time', resource: 'Resource', id: 'Event ID' },
  none: 'None',
  loading: 'Loading events',
  live: 'Live',
  connecting: 'Connecting',
  lost: 'Reconnecting',
  rejected: 'Not live',
  rejectedTitle: 'New events don’t appear here.',
  gap: 'The connection was lost for so long that events may be missing here.',
  waiting: 'Waiting for events',
  waitingDescription: 'New events appear here as they happen.',
  loadEarlier: 'Load earlier events of the last 7 days',
  loadMissing: 'Load missing events',
  loadingEarlier: (count: number) =>
    plural(count, { one: '# event read…', other: '# events read…' }),
  earlierHint: 'The server lists events oldest first, so all of them are read.',
  earlierLoaded: (count: number) =>
    plural(count, { one: '# event of the last 7 days', other: '# events of the last 7 days' }),
  tooMany: (count: number) => plural(count, { other: 'Showing the newest # events.' }),
  stopped: (count: number) =>
    plural(count, {
      one: 'Stopped after the oldest event. Newer ones are missing.',
      other: 'Stopped after the oldest # events. Newer ones are missing.',
    }),
  stop: 'Stop',
  continue: 'Continue',
  noEvents: 'No events read yet',
  serverFailed: 'Couldn’t find out what this server offers.',
  failed: 'Couldn’t load earlier events.',
  noMatch: 'No events of these kinds',
  clear: 'Clear filter',
  unavailable: 'This server has no change feed',
  unavailableDescription: 'Events need a server with the event stream.',
  open: (kind: string) => `Event ${kind}`,
  json: 'Event as JSON',
}
