import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { runCli, startService } from '../tools/running-service.mjs'

/** Before all tests: a database of workspaces with their keys, and one service that holds it. */
export default async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-'))
  const workspaces = runCli(folder, 'workspaces', 'create', '--name', 'Test', '--json')
  fs.writeFileSync(path.join(folder, 'workspaces.json'), `[${workspaces}]`)
  const service = await startService(folder)
  process.env['E2E_FOLDER'] = folder
  process.env['E2E_URL'] = service.url
  return async () => {
    await service.stop()
    fs.rmSync(folder, { recursive: true })
  }
}
