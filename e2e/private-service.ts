import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { createWorkspaces } from '#service/in-process-service.ts'
import { freePort, startService, type RunningService } from '../tools/running-service.mjs'
import type { Workspace } from './service.ts'

/** A service of one test's own, for what would disturb the others: stopping, killing, other settings. */
export interface OwnService {
  readonly url: string
  readonly workspace: Workspace
  /** Stops it, politely unless told otherwise, and starts it again on the same address and folder. */
  readonly restart: (signal?: NodeJS.Signals) => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  readonly remove: () => Promise<void>
}

export async function startOwnService(settings: Record<string, string> = {}): Promise<OwnService> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-own-'))
  const [made] = await createWorkspaces({ DATA_DIR: path.join(folder, 'data') }, ['Own'])
  if (!made) throw new Error('No workspace was made.')
  const PORT = String(await freePort())
  const start = () => startService(folder, { ...settings, PORT })
  let running: RunningService | undefined = await start()
  const stop = async (signal?: NodeJS.Signals) => {
    await running?.stop(signal)
    running = undefined
  }
  const { workspace_id, name, owner_key } = made
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
