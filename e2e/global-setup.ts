import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { readConfig } from '#service/config.ts'
import { openDatabase } from '#service/db/db.ts'
import type { NewWorkspace } from '#service/in-process-service.ts'
import { createWorkspace } from '#service/new-workspace.ts'
import { findPostgres } from '../tools/find-postgres.mjs'
import { startPrivateCluster } from '../tools/private-cluster.mjs'
import { startService, type RunningService } from '../tools/running-service.mjs'
import { databaseTemplate, saveServices, type Profile, type Workspace } from './service.ts'

/** Workspaces of the embedded engine, which only its service may open: for all tests, or for those tagged `@embedded`. */
const WORKSPACES = { all: 900, embedded: 10 }

/**
 * Starts the database and hands out services and workspaces. A service starts when a test first asks for it: one that
 * nobody uses takes 1 to 2 % of a processor, and preparing the embedded one takes as long as several tests.
 */
export default async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-'))
  const postgres = findPostgres()
  const cluster =
    postgres && 'bin' in postgres ? await startPrivateCluster(postgres.bin) : undefined
  // Receivers of webhooks run on this machine. Services that share a database deliver for each other.
  const webhooks = { WEBHOOK_ALLOW_PRIVATE: '1' }
  const settings = { DATABASE_URL: cluster?.url ?? '', ...webhooks }
  const database = cluster && (await openDatabase(readConfig({ ...settings, DATA_DIR: folder })))
  const unused: NewWorkspace[] = []
  const running = new Map<Profile, Promise<RunningService>>()
  const start: Record<Profile, () => Promise<RunningService>> = {
    full: () => (cluster ? startService(folder, settings) : find('embedded')),
    public: () => startService(folder, { ...settings, PROFILE: 'public' }),
    embedded: async () => {
      unused.push(...(await createEmbedded(folder, WORKSPACES[cluster ? 'embedded' : 'all'])))
      return startService(path.join(folder, 'embedded'), webhooks)
    },
  }
  function find(profile: Profile): Promise<RunningService> {
    const service = running.get(profile) ?? start[profile]()
    running.set(profile, service)
    // The next test tries again.
    service.catch(() => running.delete(profile))
    return service
  }
  // There it is the only one and takes longer than a test may.
  if (!cluster) await find('embedded')
  let count = 0
  const findUrl = (profile: Profile) => async () => (await find(profile)).url
  const server = await serve({
    '/service/full': findUrl('full'),
    '/service/public': findUrl('public'),
    '/service/embedded': findUrl('embedded'),
    '/workspace/embedded': () => {
      const next = unused.pop()
      if (!next) throw new Error('More tests than workspaces: raise their number.')
      return toWorkspace(next)
    },
    '/workspace/full': async () => {
      if (!database) throw new Error('There is no PostgreSQL.')
      count += 1
      const name = `Test ${1000 + count}`
      return toWorkspace({ name, ...(await createWorkspace(database, name)) })
    },
  })
  saveServices({ folder, set_up_url: server.url, database_url: cluster?.url })
  return async () => {
    server.close()
    await database?.close()
    const started = await Promise.allSettled(running.values())
    const services = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    // Without PostgreSQL two profiles share one.
    for (const service of new Set(services)) await service.stop()
    cluster?.stop()
    fs.rmSync(folder, { recursive: true })
  }
}

const toWorkspace = ({ workspace_id, name, owner_key }: NewWorkspace) => {
  const workspace: Workspace = { workspace_id, name, key: owner_key.key }
  return JSON.stringify(workspace)
}

/** Creates a database with workspaces on the embedded engine, and its copy that no service opens. */
async function createEmbedded(folder: string, count: number): Promise<NewWorkspace[]> {
  const data = path.join(folder, 'embedded', 'data')
  const names = Array.from({ length: count }, (_, at) => `Test ${at + 1}`)
  // Loaded only here: it takes seconds, and a run of a few tests rarely needs the embedded engine.
  const { createWorkspaces } = await import('#service/in-process-service.ts')
  const created = await createWorkspaces({ DATA_DIR: data }, names)
  fs.cpSync(data, databaseTemplate(folder), { recursive: true })
  return created
}

/** Workers ask over HTTP: each would take longer to load the code that creates a workspace. */
async function serve(responses: Record<string, () => string | Promise<string>>) {
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const respond = responses[request.url ?? '']
        if (!respond) throw new Error(`The set-up has no ${request.url}.`)
        response.end(await respond())
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
