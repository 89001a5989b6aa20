import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
  readlinkSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { acceptsConnections, openHeartbeat } from './lock-heartbeat.ts'

/** The content of a lock file. */
interface Holder {
  pid: number
  /** Undefined where the system does not provide it. */
  process_start: string | undefined
  machine: string
  host: string
  /** Whether the claim has a heartbeat socket. */
  signal: boolean
  since: string
}

type Rival = Holder & { claim: string }

interface FolderLock {
  release(): void
}

const claimName = /^lock-[0-9a-f]{16}\.json$/
const maxAttempts = 6

/**
 * Locks `folder` for this process, or throws an error that names the holder. Each process first writes a claim under a
 * unique name and then reads the others, so of two concurrent ones at least one sees the other. A claim is removed only
 * when its holder is dead, never because of its age.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  for (let attempt = 1; ; attempt++) {
    const claim = await createClaim(folder)
    const rival = await findLiveRival(folder, claim.name)
    if (!rival) return claim
    claim.release()
    // Of two processes that start at the same time, jitter lets one win.
    if (attempt === maxAttempts || Date.now() - Date.parse(rival.since) > 2000)
      throw lockError(folder, rival)
    await sleep(Math.random() * 100 * attempt)
  }
}

async function createClaim(folder: string): Promise<FolderLock & { name: string }> {
  const token = randomBytes(8).toString('hex')
  const name = `lock-${token}.json`
  const signal = await openHeartbeat(folder, heartbeatName(name))
  writeClaim(join(folder, name), {
    pid: process.pid,
    process_start: processStartOf(process.pid),
    machine: machineId(),
    host: hostname(),
    signal: signal !== undefined,
    since: new Date().toISOString(),
  })
  return {
    name,
    release() {
      removeClaim(folder, name)
      signal?.close()
    },
  }
}

function removeClaim(folder: string, name: string) {
  rmSync(join(folder, name), { force: true })
  rmSync(join(folder, heartbeatName(name)), { force: true })
}

/** Atomic, also across a power failure. */
function writeClaim(path: string, holder: Holder) {
  const file = openSync(`${path}.new`, 'wx', 0o600)
  writeSync(file, JSON.stringify(holder))
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
}

async function findLiveRival(folder: string, ownName: string): Promise<Rival | undefined> {
  for (const name of readdirSync(folder)) {
    if (!claimName.test(name) || name === ownName) continue
    const holder = readClaim(join(folder, name))
    if (holder && (await isAlive(folder, name, holder))) return { ...holder, claim: name }
    removeClaim(folder, name)
  }
  return undefined
}

/** Undefined when the claim is gone or invalid. Throws when it cannot be read: the holder may be alive. */
function readClaim(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder // written by `writeClaim`
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** By pid where pids can be compared; across machines and containers by the heartbeat socket. */
async function isAlive(folder: string, claim: string, holder: Holder): Promise<boolean> {
  if (canComparePids(holder)) return isRunning(holder.pid, holder.process_start)
  if (holder.machine === machineId() && !isRunning(holder.pid, undefined)) return false
  // Without a socket, the claim counts as alive, and the error says how to remove it.
  return !holder.signal || acceptsConnections(folder, heartbeatName(claim))
}

/** The same machine and boot, on a system that provides the start times of processes. */
const canComparePids = (holder: Holder) =>
  holder.machine === machineId() && holder.process_start !== undefined

const heartbeatName = (claim: string) => claim.replace(/json$/, 'sock')

function lockError(folder: string, rival: Rival) {
  const { pid, host, since, claim } = rival
  const advice = canComparePids(rival)
    ? ''
    : ` If that process no longer exists, remove ${join(folder, claim)}.`
  return new Error(
    `The database in ${folder} is locked by process ${pid} on ${host} since ${since}. Stop it first, or choose another DATA_DIR.${advice}`,
  )
}

/** Identifies a boot of a machine or container; pids are comparable only within one. */
function machineId(): string {
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const pids = tryRead(() => readlinkSync('/proc/self/ns/pid'))
  return [hostname(), boot, pids].filter(Boolean).join(' ')
}

/** The start time of a process in clock ticks; undefined where the system does not provide it. */
const processStartOf = (pid: number): string | undefined => procStatOf(pid)[19]

/** False when another process got the same pid. */
function isRunning(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // A zombie still has its pid, but holds no files.
  if (['Z', 'X'].includes(procStatOf(pid)[0] ?? '')) return false
  return start === undefined || processStartOf(pid) === start
}

/** The fields after the command name, which may contain spaces: the state at 0, the start time at 19. */
function procStatOf(pid: number): string[] {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat === undefined ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function tryRead<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
