import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Cluster {
  readonly url: string
  readonly stop: () => void
}

/** A private PostgreSQL in a temporary folder. `bin` holds `initdb` and `pg_ctl`, which refuse to run as root. */
export async function startPrivateCluster(bin: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'test-cluster-'))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const run = (program: string, ...words: string[]) => {
    const done = spawnSync(join(bin, program), words, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (done.status !== 0) throw new Error(`${program} ended with ${done.status}: ${done.stderr}`)
  }
  run(
    'initdb',
    '-D',
    data,
    '-U',
    'test',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  )
  // Nothing here outlives the run, so nothing needs to survive a power cut.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=60',
  ]
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    settings.map((setting) => `-c ${setting}`).join(' '),
    'start',
  )
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    const [uid, gid] = [id('-u'), id('-g')]
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  return undefined
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
