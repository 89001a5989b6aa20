import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const built = (entry: string) => path.join(root, 'dist/service', entry)

/** How many tests one run may have: each takes a workspace of its own and never gives it back. */
export const WORKSPACES = 96

export interface Workspace {
  readonly workspace_id: string
  readonly name: string
  readonly key: string
}

export interface Service {
  readonly url: string
  readonly stop: () => Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}

const settings = (folder: string, more: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: path.join(folder, 'data'),
  OWNER_KEY_FILE: path.join(folder, 'owner.key'),
  EXAMPLE: 'off',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
  ...more,
})

/** Starts the built service on a folder and waits until it is ready. */
export async function startService(
  folder: string,
  more: Record<string, string> = {},
): Promise<Service> {
  const port = more['PORT'] ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const log = fs.openSync(path.join(folder, 'service.log'), 'a')
  const child = spawn(process.execPath, [built('main.js')], {
    env: settings(folder, { ...more, PORT: port }),
    stdio: ['ignore', log, log],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    fs.closeSync(log)
  }
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(
    `The service did not start.\n${fs.readFileSync(path.join(folder, 'service.log'), 'utf8')}`,
  )
}

/** The built command line, on the database of a stopped service. Returns what it prints. */
export function runCli(folder: string, ...words: string[]): string {
  const done = spawnSync(process.execPath, [built('cli.js'), ...words], {
    env: settings(folder, {}),
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`${words.join(' ')} ended with ${done.stderr}`)
  return done.stdout
}

/** A workspace nobody else has, with an admin key. Claimed by making a file, as the workers share nothing else. */
export function takeWorkspace(): Workspace {
  const folder = process.env['E2E_FOLDER'] ?? ''
  // Written by setUp from the command line's own answer.
  const all = JSON.parse(
    fs.readFileSync(path.join(folder, 'workspaces.json'), 'utf8'),
  ) as Workspace[]
  const free = all.find(({ workspace_id }) => {
    try {
      fs.closeSync(fs.openSync(path.join(folder, `taken-${workspace_id}`), 'wx'))
      return true
    } catch {
      return false
    }
  })
  if (!free) throw new Error(`More than ${WORKSPACES} tests: raise WORKSPACES in e2e/service.ts.`)
  return free
}
