// What a fault is done to: a service on a folder of its own, and its database.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'

/** The engines of this machine. */
export const availableEngines = () => ['embedded', ...(findPostgres()?.bin ? ['postgres'] : [])]

export async function createTarget(engine) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'))
  // With the settings of PostgreSQL itself, which are durable.
  const cluster =
    engine === 'postgres' ? await startPrivateCluster(findPostgres().bin, {}) : undefined
  const services = []
  const settings = cluster ? { DATABASE_URL: cluster.url } : {}
  return {
    engine,
    cluster,
    async open(more = {}) {
      const service = await startService(folder, { ...settings, ...more })
      services.push(service)
      const key = ownerKey(folder)
      return { service, key, call: caller(service.url, key) }
    },
    /** Those that a check has left running because it failed early. */
    async endServices() {
      for (const { child, ended } of services.splice(0)) {
        child.kill('SIGKILL')
        await ended
      }
    },
    remove() {
      cluster?.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
