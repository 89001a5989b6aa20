import { createHash, randomBytes } from 'node:crypto'

import { type Seeding, exampleContent, exampleName } from '#example/example.ts'
import { type CreatedWorkspace, findOldestWorkspace } from '#service/developers/first-start.ts'
import { listWorkspaces } from '#service/developers/workspace.store.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { createFirstWorkspace, createWorkspace } from './new-workspace.ts'
import { openService } from './open-service.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The service inside the process of the command line, with the owner's permissions. */
interface InProcessService {
  readonly base_url: string
  /** Valid in this process only. */
  readonly key: string
  /** Set when the database was new and got its first workspace. Cannot be read again later. */
  readonly owner_key: string | undefined
  readonly fetch: (request: Request) => Promise<Response>
  /** Updates the statistics of the query planner; call it after many writes. */
  readonly analyze: () => Promise<void>
  readonly close: () => Promise<void>
}

const log = createLog('error')

/** Opens the configured database and creates a workspace in a new one. Throws when another process has it open. */
export async function openInProcessService(env: Environment): Promise<InProcessService> {
  const key = randomBytes(32).toString('base64url')
  const trusted = new Map()
  const service = await openService({
    // The profile restricts network clients only.
    config: { ...readConfig(env), rate: null, profile: 'full' },
    log,
    trusted,
  })
  const first = await findOldestWorkspace(service.database)
  const created = first
    ? undefined
    : await createFirstWorkspace(service.database, { name: 'Workspace' })
  // Another process may have created it meanwhile.
  const workspace_id =
    first?.id ?? created?.workspace_id ?? (await findOldestWorkspace(service.database))?.id ?? ''
  trusted.set(createHash('sha256').update(key).digest('hex'), {
    key_id: null,
    member_id: null,
    workspace_id,
    scope: 'write',
    admin: true,
  })
  return {
    base_url: 'http://command-line.localhost/v1',
    key,
    owner_key: created?.owner_key.key,
    fetch: service.app.fetch,
    analyze: () => service.maintenance.analyze(),
    close: () => service.close(),
  }
}

export interface NewWorkspace extends CreatedWorkspace {
  readonly name: string
}

/** Creates further workspaces with their first admin keys, directly in the database. */
export async function createWorkspaces(
  env: Environment,
  names: readonly string[],
): Promise<NewWorkspace[]> {
  const service = await openService({ config: readConfig(env), log })
  try {
    const created: NewWorkspace[] = []
    for (const name of names)
      created.push({ name, ...(await createWorkspace(service.database, name)) })
    return created
  } finally {
    await service.close()
  }
}

/** Creates a workspace with generated content: all of it or nothing. Throws when it exists already. */
export async function seedWorkspace(env: Environment, seeding: Seeding): Promise<NewWorkspace> {
  const service = await openService({ config: readConfig(env), log })
  try {
    const id = exampleContent(seeding).makeId('wsp')
    const existing = await listWorkspaces(service.database.pool)
    if (existing.some((workspace) => workspace.id === id))
      throw new Error(
        'This database already has that workspace: the same --size, --seed and --now generate the same one. Use another --seed.',
      )
    const created = await createWorkspace(service.database, exampleName, exampleContent(seeding))
    await service.recordStored(created.workspace_id)
    await service.maintenance.analyze()
    return { name: exampleName, ...created }
  } finally {
    await service.close()
  }
}
