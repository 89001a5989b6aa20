import { type Command, UsageError } from './command.ts'
import { connect } from './connect.ts'

export const keysCreate: Command = {
  words: 'keys create',
  about: 'Makes an API key and prints it, this once.',
  options: {
    name: { value: 'NAME', required: true, about: 'what the list of keys calls it' },
    scope: { value: 'read|write', required: true, about: 'what it may do; write includes read' },
    admin: { about: 'may also make keys and import; needs --scope write' },
    json: { about: 'prints the whole answer of the API as JSON' },
  },
  async run(given, env) {
    const scope = given.text('scope')
    if (scope !== 'read' && scope !== 'write') {
      throw new UsageError(`--scope is read or write, not "${scope}".`)
    }
    const admin = given.has('admin')
    if (admin && scope === 'read') throw new UsageError('--admin needs --scope write.')
    const connection = await connect(env)
    try {
      const name = given.text('name') ?? ''
      const made = await connection.call('POST /api-keys', { name, scope, admin })
      process.stdout.write(given.has('json') ? `${JSON.stringify(made, null, 2)}\n` : shown(made))
      return 0
    } finally {
      await connection.close()
    }
  },
}

const shown = ({
  name,
  scope,
  admin,
  key,
}: {
  name: string
  scope: string
  admin: boolean
  key: string
}) =>
  [
    `Key "${name}" (${scope}${admin ? ', admin' : ''}):`,
    '',
    `    ${key}`,
    '',
    'Copy it now: it will not be shown again.',
    '',
  ].join('\n')
