import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { freePort, startService, type RunningService } from '../tools/running-service.mjs'
import { databaseTemplate, isEmbedded, services, type Workspace } from './service.ts'

/** A full service for tests that stop or kill it, with all workspaces of the run. */
export interface SeparateService {
  readonly url: string
  /** The workspace of the test. */
  readonly workspace: Workspace
  /** Stops it, gracefully by default, and starts it again on the same port and folder. */
  readonly restart: (signal?: NodeJS.Signals) => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** A service that is started when a test first asks for it, and again when an earlier test has left it stopped. */
export async function prepareSeparateService() {
  const ownFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-own-'))
  const PORT = String(await freePort())
  let running: RunningService | undefined
  const start = async () => {
    const { folder, database_url = '' } = services()
    // On PostgreSQL it shares the database and the secret of the other services.
    if (!isEmbedded()) {
      // It delivers webhooks of other tests, too.
      const settings = { DATABASE_URL: database_url, WEBHOOK_ALLOW_PRIVATE: '1' }
      running ??= await startService(folder, { PORT, ...settings })
      return
    }
    const data = path.join(ownFolder, 'data')
    // A new database takes longer to create than to copy.
    if (!fs.existsSync(data)) fs.cpSync(databaseTemplate(folder), data, { recursive: true })
    running ??= await startService(ownFolder, { PORT })
  }
  const stop = async (signal?: NodeJS.Signals) => {
    await running?.stop(signal)
    running = undefined
  }
  const restart = async (signal?: NodeJS.Signals) => {
    await stop(signal)
    await start()
  }
  return {
    async serve(workspace: Workspace): Promise<SeparateService> {
      await start()
      return { url: `http://127.0.0.1:${PORT}`, workspace, stop, restart }
    },
    async remove() {
      await stop()
      fs.rmSync(ownFolder, { recursive: true })
    },
  }
}
