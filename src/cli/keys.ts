import type { Output } from '#contract/endpoints.ts'
import { type Command, UsageError } from './command.ts'
import { connect } from './connect.ts'

export const keysCreate: Command = {
  name: 'keys create',
  description: 'Create an API key (shown once)',
  options: {
    name: { placeholder: 'NAME', required: true, description: 'name in the list of keys' },
    scope: {
      placeholder: 'read|write',
      required: true,
      description: 'access; write includes read',
    },
    admin: { description: 'may also create keys and import; requires --scope write' },
    member: { placeholder: 'ID', description: 'member who uses the key; GET /members lists them' },
    json: { description: 'print the API response as JSON' },
  },
  async run(args, env) {
    const scope = args.get('scope')
    if (scope !== 'read' && scope !== 'write') {
      throw new UsageError(`--scope must be read or write, not "${scope}".`)
    }
    const admin = args.has('admin')
    if (admin && scope === 'read') throw new UsageError('--admin requires --scope write.')
    const connection = await connect(env)
    try {
      const name = args.get('name') ?? ''
      const member_id = args.get('member')
      const apiKey = await connection.call('POST /api-keys', {
        name,
        scope,
        admin,
        ...(member_id !== undefined && { member_id }),
      })
      process.stdout.write(
        args.has('json') ? `${JSON.stringify(apiKey, null, 2)}\n` : formatKey(apiKey),
      )
      return 0
    } finally {
      await connection.close()
    }
  },
}

const formatKey = ({ name, scope, admin, member, key }: Output<'POST /api-keys'>) =>
  [
    `Key "${name}" (${scope}${admin ? ', admin' : ''}${member ? `, ${member.name}` : ''}):`,
    '',
    `    ${key}`,
    '',
    'Copy it now. It will not be shown again.',
    '',
  ].join('\n')
