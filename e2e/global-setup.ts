import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { readConfig } from '#service/config.ts'
import { openDatabase } from '#service/db/db.ts'
import { createWorkspaces, type NewWorkspace } from '#service/in-process-service.ts'
import { createWorkspace } from '#service/new-workspace.ts'
import { findPostgres } from '../tools/find-postgres.mjs'
import { startPrivateCluster } from '../tools/private-cluster.mjs'
import { startService } from '../tools/running-service.mjs'
import { databaseTemplate, saveServices, type Workspace } from './service.ts'

/** Workspaces of the embedded engine, which only its service may open: for all tests, or for those tagged `@embedded`. */
const WORKSPACES = { all: 900, embedded: 60 }

/** Starts the services before all tests, as the projects of Playwright need them. Without PostgreSQL there is only the embedded one. */
export default async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'e2e-'))
  const postgres = findPostgres()
  const cluster =
    postgres && 'bin' in postgres ? await startPrivateCluster(postgres.bin) : undefined
  const unused = await createEmbedded(folder, cluster ? WORKSPACES.embedded : WORKSPACES.all)
  // Receivers of webhooks run on this machine. Services that share a database deliver for each other.
  const webhooks = { WEBHOOK_ALLOW_PRIVATE: '1' }
  const embedded = await startService(path.join(folder, 'embedded'), webhooks)
  // Two services cannot share the embedded database, so without PostgreSQL nothing runs on the public API alone.
  const settings = { DATABASE_URL: cluster?.url ?? '' }
  const full = cluster ? await startService(folder, { ...settings, ...webhooks }) : embedded
  const onlyPublic =
    cluster && (await startService(folder, { ...settings, ...webhooks, PROFILE: 'public' }))
  const database = cluster && (await openDatabase(readConfig({ ...settings, DATA_DIR: folder })))
  let count = 0
  const workspaces = await serveWorkspaces({
    embedded: () => {
      const next = unused.pop()
      if (!next) throw new Error('More tests than workspaces: raise their number.')
      return next
    },
    full: async () => {
      if (!database) throw new Error('There is no PostgreSQL.')
      count += 1
      const name = `Test ${1000 + count}`
      return { name, ...(await createWorkspace(database, name)) }
    },
  })
  saveServices({
    folder,
    urls: { full: full.url, public: onlyPublic?.url ?? '', embedded: embedded.url },
    workspaces_url: workspaces.url,
    database_url: cluster?.url,
  })
  return async () => {
    workspaces.close()
    await database?.close()
    for (const service of new Set([embedded, full])) await service.stop()
    await onlyPublic?.stop()
    cluster?.stop()
    fs.rmSync(folder, { recursive: true })
  }
}

/** Creates a database with workspaces on the embedded engine, and its copy that no service opens. */
async function createEmbedded(folder: string, count: number): Promise<NewWorkspace[]> {
  const data = path.join(folder, 'embedded', 'data')
  const names = Array.from({ length: count }, (_, at) => `Test ${at + 1}`)
  const created = await createWorkspaces({ DATA_DIR: data }, names)
  fs.cpSync(data, databaseTemplate(folder), { recursive: true })
  return created
}

/** Hands out workspaces over HTTP: a worker would take longer to load the code that creates one. */
async function serveWorkspaces(
  create: Record<'embedded' | 'full', () => NewWorkspace | Promise<NewWorkspace>>,
) {
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const created = await create[request.url === '/full' ? 'full' : 'embedded']()
        const { workspace_id, name, owner_key } = created
        const workspace: Workspace = { workspace_id, name, key: owner_key.key }
        response.end(JSON.stringify(workspace))
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
