import { createHash, randomBytes } from 'node:crypto'

import type { NewApiKey } from '#contract/developers/keys.ts'
import { findOldestWorkspace } from '#service/developers/first-start.ts'
import { listWorkspaces } from '#service/developers/workspace.store.ts'
import { type Seeding, exampleContent, exampleName } from '#service/example/example.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { createWorkspace as makeWorkspace } from './new-workspace.ts'
import { openService } from './open-service.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The service inside the command line's own process, with the owner's rights. */
export interface InProcessService {
  readonly base_url: string
  /** Opens this one process and nothing else. */
  readonly key: string
  /** Of the workspace that was made because the database is new; shown once or lost. */
  readonly owner_key: string | undefined
  readonly fetch: (request: Request) => Promise<Response>
  /** After much was written: the planner learns of it. */
  readonly analyze: () => Promise<void>
  readonly close: () => Promise<void>
}

const log = createLog('error')

/** Opens the database that the settings name; a new one gets its workspace first. Throws when another process holds it. */
export async function openInProcessService(env: Environment): Promise<InProcessService> {
  const key = randomBytes(32).toString('base64url')
  const trusted = new Map()
  const service = await openService({
    // The profile is for what comes in by the network.
    config: { ...readConfig(env), rate: null, profile: 'full' },
    log,
    trusted,
  })
  const first = await findOldestWorkspace(service.database)
  const created = first ? undefined : await makeWorkspace(service.database, 'Workspace')
  const workspace_id = first?.id ?? created?.workspace_id ?? ''
  trusted.set(createHash('sha256').update(key).digest('hex'), {
    key_id: null,
    workspace_id,
    scope: 'write',
    admin: true,
  })
  return {
    base_url: 'http://command-line.localhost/v1',
    key,
    owner_key: created?.owner_key.key,
    fetch: service.app.fetch,
    analyze: () => service.upkeep.analyze(),
    close: () => service.close(),
  }
}

export interface NewWorkspace {
  readonly workspace_id: string
  readonly name: string
  readonly owner_key: NewApiKey
}

/** A further workspace with its first admin key, written into the database itself. */
export async function createWorkspaces(
  env: Environment,
  names: readonly string[],
): Promise<NewWorkspace[]> {
  const service = await openService({ config: readConfig(env), log })
  try {
    const created: NewWorkspace[] = []
    for (const name of names)
      created.push({ name, ...(await makeWorkspace(service.database, name)) })
    return created
  } finally {
    await service.close()
  }
}

/** A further workspace with everything a generated one holds: all of it, or nothing. Throws when it is there already. */
export async function seedWorkspace(env: Environment, seeding: Seeding): Promise<NewWorkspace> {
  const service = await openService({ config: readConfig(env), log })
  try {
    const id = exampleContent(seeding).makeId('wsp')
    const others = await listWorkspaces(service.database.pool)
    if (others.some((other) => other.id === id))
      throw new Error(
        'This database holds that workspace already: the same size, seed and moment make the same one. Another --seed makes another.',
      )
    const created = await makeWorkspace(service.database, exampleName, exampleContent(seeding))
    await service.upkeep.analyze()
    return { name: exampleName, ...created }
  } finally {
    await service.close()
  }
}
