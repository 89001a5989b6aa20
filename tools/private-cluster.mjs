// Starts a private PostgreSQL in a temporary folder, for tests and benchmarks.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { freePort } from './running-service.mjs'

/** No durability: the data is deleted after the run. */
export const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** `bin` contains `initdb` and `pg_ctl`, which refuse to run as root. */
export async function startPrivateCluster(bin, settings = fastSettings) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'test-cluster-'))
  const user = unprivilegedUser()
  if (user) fs.chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const log = path.join(folder, 'log')
  const port = await freePort()
  const run = (program, ...args) => {
    const done = spawnSync(path.join(bin, program), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (done.status !== 0) throw new Error(`${program} exited with ${done.status}: ${done.stderr}`)
  }
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8']
  run('initdb', '-D', data, '-U', 'test', '--auth=trust', ...locale, '--no-sync')
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 60,
  }
  const switches = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  run('pg_ctl', '-D', data, '-w', '-l', log, '-o', switches.join(' '), 'start')
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    log,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const id = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    const [uid, gid] = [id('-u'), id('-g')]
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  return undefined
}
