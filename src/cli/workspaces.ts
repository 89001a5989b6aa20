import { type NewWorkspace, createWorkspaces } from '#service/in-process-service.ts'
import { type Command, UsageError } from './command.ts'

export const workspacesCreate: Command = {
  words: 'workspaces create',
  about: 'Makes a further workspace with its first admin key, in the database itself.',
  options: {
    name: { value: 'NAME', required: true, repeats: true, about: 'may be given several times' },
    json: { about: 'prints the ids and keys as JSON' },
  },
  async run(given, env) {
    const names = given.texts('name').map((name) => name.trim())
    const wrong = names.find(
      (name) => name === '' || [...name].length > 255 || /\p{Cc}/u.test(name),
    )
    if (wrong !== undefined) throw new UsageError('--name is one line of 1 to 255 characters.')
    printWorkspaces(await createWorkspaces(env, names), given.has('json'))
    return 0
  },
}

/** What was made, and the keys, this once. */
export function printWorkspaces(workspaces: readonly NewWorkspace[], json: boolean): void {
  const made = workspaces.map(({ workspace_id, name, owner_key }) => ({
    id: workspace_id,
    name,
    key: owner_key.key,
  }))
  if (json) {
    process.stdout.write(`${JSON.stringify(made.length === 1 ? made[0] : made, null, 2)}\n`)
    return
  }
  for (const { id, name, key } of made) {
    process.stdout.write(`Workspace "${name}" (${id}), its owner key:\n\n    ${key}\n\n`)
  }
  process.stdout.write('Copy what you need now: keys are not shown again.\n')
}
