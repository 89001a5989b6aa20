import { plural } from './words.ts'

export const signIn = {
  title: 'Connect a workspace',
  tab: 'Sign in',
  intro: 'Paste an API key. It stays in this browser and is sent only to the address below.',
  address: 'Service address',
  addressPlain: 'This address is not encrypted (http), so others on the way can read the key.',
  key: 'API key',
  keyMissing: 'Paste an API key to connect.',
  showKey: 'Show the key',
  hideKey: 'Hide the key',
  checking: 'Checking the key',
  accepted: {
    write: 'Key accepted, read and write',
    read: 'Key accepted, read only',
    unknown: 'Key accepted',
  },
  acceptedMeaning: {
    write: (workspace: string) => `You will act as the owner of ${workspace}`,
    read: 'Buttons that change things will be hidden',
    unknown: 'What it may change shows with the first change',
  },
  wrongKey: 'This key was not accepted. Check that it was copied whole.',
  narrowKey: 'This key cannot read that area, so it could not be checked.',
  nobody: (host: string) => `No service answered at ${host}.`,
  nobodyHint: 'Check that the service is running and that the address is right.',
  nobodyElsewhere:
    'Check the address. The service must also allow this page in its cross-origin settings (CORS_ORIGINS).',
  unexpected: 'The service answered, but not as expected.',
  unexpectedDetail: (code: string, request_id: string | undefined) =>
    request_id ? `Code ${code}, request ${request_id}` : `Code ${code}`,
  keep: 'Keep me signed in',
  keepTab: 'Until I close the tab',
  keepDevice: 'On this device',
  keepTabMeaning: 'The key is kept in this tab only.',
  keepDeviceMeaning: 'The key is kept in this browser until you sign out.',
  readOnly: 'Open in read-only mode',
  readOnlyHint: 'Safe for a shared screen',
  connect: 'Connect',
  noKey: 'No key yet?',
  howTo: 'How to make the first one',
  howToStart:
    'The service prints its first key once, in the terminal where it was started for the first time. More keys are made with this command, next to the service:',
  howToCommand: 'npm run cli -- keys create',
  saved: 'Saved on this device',
  savedCount: (count: number) =>
    plural(count, { one: '# saved connection', other: '# saved connections' }),
  remove: (name: string) => `Remove ${name} from this device`,
  removed: (name: string) => `Removed ${name}`,
  signOutEverywhere: 'Sign out everywhere in this browser',
}
