import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { createWorkspaces } from '#service/in-process-service.ts'
import { freePort, startService, type RunningService } from '../tools/running-service.mjs'
import type { Workspace } from './service.ts'

/** A service for one test that stops it, kills it or needs other settings. */
export interface SeparateService {
  readonly url: string
  readonly workspace: Workspace
  /** Stops it, gracefully by default, and starts it again on the same port and folder. */
  readonly restart: (signal?: NodeJS.Signals) => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  readonly remove: () => Promise<void>
}

export async function startSeparateService(
  settings: Record<string, string> = {},
): Promise<SeparateService> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-own-'))
  const [created] = await createWorkspaces({ DATA_DIR: path.join(folder, 'data') }, ['Own'])
  if (!created) throw new Error('No workspace was created.')
  const PORT = String(await freePort())
  const start = () => startService(folder, { ...settings, PORT })
  let running: RunningService | undefined = await start()
  const stop = async (signal?: NodeJS.Signals) => {
    await running?.stop(signal)
    running = undefined
  }
  const { workspace_id, name, owner_key } = created
  return {
    url: running.url,
    workspace: { workspace_id, name, key: owner_key.key },
    stop,
    async restart(signal) {
      await stop(signal)
      running = await start()
    },
    async remove() {
      await stop()
      fs.rmSync(folder, { recursive: true })
    },
  }
}
