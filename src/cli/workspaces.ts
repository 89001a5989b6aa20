import type { NewWorkspace } from '#service/in-process-service.ts'
import { type Command, UsageError } from './command.ts'

export const workspacesCreate: Command = {
  name: 'workspaces create',
  description: 'Create a workspace with its first admin key (opens the database directly)',
  options: {
    name: {
      placeholder: 'NAME',
      required: true,
      multiple: true,
      description: 'may be repeated',
    },
    json: { description: 'print the ids and keys as JSON' },
  },
  async run(args, env) {
    const names = args.getAll('name').map((name) => name.trim())
    const invalid = names.find(
      (name) => name === '' || [...name].length > 255 || /\p{Cc}/u.test(name),
    )
    if (invalid !== undefined)
      throw new UsageError('--name must be one line of 1 to 255 characters.')
    const { createWorkspaces } = await import('#service/in-process-service.ts')
    printWorkspaces(await createWorkspaces(env, names), args.has('json'))
    return 0
  },
}

export function printWorkspaces(workspaces: readonly NewWorkspace[], json: boolean): void {
  const results = workspaces.map(({ workspace_id, name, owner_key }) => ({
    id: workspace_id,
    name,
    key: owner_key.key,
  }))
  if (json) {
    process.stdout.write(
      `${JSON.stringify(results.length === 1 ? results[0] : results, null, 2)}\n`,
    )
    return
  }
  for (const { id, name, key } of results) {
    process.stdout.write(`Workspace "${name}" (${id}), owner key:\n\n    ${key}\n\n`)
  }
  process.stdout.write('Copy the keys now. They will not be shown again.\n')
}
