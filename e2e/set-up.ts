import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { createWorkspaces } from '#service/offline.ts'
import { startService } from '../tools/running-service.mjs'
import { WORKSPACES, type Workspace } from './service.ts'

/** Before all tests: a database of workspaces with their keys, and one service that holds it. */
export default async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-'))
  const names = Array.from({ length: WORKSPACES }, (_, at) => `Test ${at + 1}`)
  const made = await createWorkspaces({ DATA_DIR: path.join(folder, 'data') }, names)
  const workspaces: Workspace[] = made.map(({ workspace_id, name, owner_key }) => ({
    workspace_id,
    name,
    key: owner_key.key,
  }))
  fs.writeFileSync(path.join(folder, 'workspaces.json'), JSON.stringify(workspaces))
  const service = await startService(folder)
  process.env['E2E_FOLDER'] = folder
  process.env['E2E_URL'] = service.url
  return async () => {
    await service.stop()
    fs.rmSync(folder, { recursive: true })
  }
}
