// Starts a private PostgreSQL in a temporary folder, for tests and benchmarks.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from './running-service.mjs'

/** No durability: the data is deleted after the run. A crash loses what was acknowledged last. */
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
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', log, '-o', switches.join(' '), 'start')
  start()
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    log,
    kill: (signal) => killPostmaster(data, signal),
    killBackend: () => killBackend(data),
    /** After a kill: processes of the killed server may keep its shared memory for a moment. */
    async restart() {
      for (let tries = 1; ; tries++)
        try {
          return start()
        } catch (error) {
          if (tries === 100) throw error
          await sleep(100)
        }
    },
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the process has ended. */
async function killPostmaster(data, signal) {
  const [pid] = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), signal)
  while (isRunning(pid)) await sleep(10)
}

/** Ends the process of one connection. The server then ends all others, recovers and accepts new ones, by itself. */
function killBackend(data) {
  const [postmaster] = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', postmaster], {
    encoding: 'utf8',
  })
  const backend = stdout.split('\n').find((line) => line.includes('postgres: test '))
  if (backend === undefined) throw new Error('PostgreSQL has no connection.')
  process.kill(Number.parseInt(backend, 10), 'SIGKILL')
}

function isRunning(pid) {
  // Where nothing reaps orphans, an ended process stays as a zombie.
  const file = `/proc/${pid}/stat`
  if (fs.existsSync('/proc/self/stat'))
    return fs.existsSync(file) && !/\) Z /.test(fs.readFileSync(file, 'utf8'))
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
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
