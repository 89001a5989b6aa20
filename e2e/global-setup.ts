import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { createWorkspaces } from '#service/in-process-service.ts'
import { findPostgres } from '../tools/find-postgres.mjs'
import { startPrivateCluster } from '../tools/private-cluster.mjs'
import { startService } from '../tools/running-service.mjs'
import { databaseTemplate, WORKSPACES, type Workspace } from './service.ts'

/** Creates the workspaces and starts the service before all tests. */
export default async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-'))
  const isPublic = process.env['E2E_PROFILE'] === 'public'
  const cluster = isPublic ? await startPrivateCluster(programs()) : undefined
  const settings: Record<string, string> = cluster ? { DATABASE_URL: cluster.url } : {}

  const names = Array.from({ length: WORKSPACES }, (_, at) => `Test ${at + 1}`)
  const created = await createWorkspaces(
    { DATA_DIR: path.join(folder, 'data'), ...settings },
    names,
  )
  const workspaces: Workspace[] = created.map(({ workspace_id, name, owner_key }) => ({
    workspace_id,
    name,
    key: owner_key.key,
  }))
  fs.writeFileSync(path.join(folder, 'workspaces.json'), JSON.stringify(workspaces))

  if (!cluster) fs.cpSync(path.join(folder, 'data'), databaseTemplate(folder), { recursive: true })
  const fullService = await startService(folder, settings)
  // Pages use the public document; tests arrange data through the full API on the same database.
  const publicService = isPublic
    ? await startService(folder, { ...settings, PROFILE: 'public' })
    : fullService
  process.env['E2E_FOLDER'] = folder
  process.env['E2E_URL'] = publicService.url
  process.env['E2E_ARRANGE_URL'] = fullService.url
  return async () => {
    for (const service of new Set([publicService, fullService])) await service.stop()
    cluster?.stop()
    fs.rmSync(folder, { recursive: true })
  }
}

/** Two services cannot share the embedded database. */
function programs(): string {
  const postgres = findPostgres()
  if (!postgres || !('bin' in postgres))
    throw new Error('E2E_PROFILE=public needs the PostgreSQL programs.')
  return postgres.bin
}
