import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { createWorkspaces } from '#service/in-process-service.ts'
import { findPostgres } from '../tools/find-postgres.mjs'
import { startPrivateCluster } from '../tools/private-cluster.mjs'
import { startService } from '../tools/running-service.mjs'
import { WORKSPACES, type Workspace } from './service.ts'

/** Before all tests: a database of workspaces with their keys, and the service that holds it. */
export default async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-'))
  const isPublic = process.env['E2E_PROFILE'] === 'public'
  const cluster = isPublic ? await startPrivateCluster(programs()) : undefined
  const settings: Record<string, string> = cluster ? { DATABASE_URL: cluster.url } : {}

  const names = Array.from({ length: WORKSPACES }, (_, at) => `Test ${at + 1}`)
  const made = await createWorkspaces({ DATA_DIR: path.join(folder, 'data'), ...settings }, names)
  const workspaces: Workspace[] = made.map(({ workspace_id, name, owner_key }) => ({
    workspace_id,
    name,
    key: owner_key.key,
  }))
  fs.writeFileSync(path.join(folder, 'workspaces.json'), JSON.stringify(workspaces))

  const full = await startService(folder, settings)
  // Pages meet the plain document; what a test needs before is made through the whole API, on the same database.
  const plain = isPublic ? await startService(folder, { ...settings, PROFILE: 'public' }) : full
  process.env['E2E_FOLDER'] = folder
  process.env['E2E_URL'] = plain.url
  process.env['E2E_ARRANGE_URL'] = full.url
  return async () => {
    for (const service of new Set([plain, full])) await service.stop()
    cluster?.stop()
    fs.rmSync(folder, { recursive: true })
  }
}

/** Two services at once need a server. */
function programs(): string {
  const found = findPostgres()
  if (!found || !('bin' in found))
    throw new Error('E2E_PROFILE=public needs the PostgreSQL programs.')
  return found.bin
}
