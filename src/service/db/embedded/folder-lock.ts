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

/** What a lock file says about its holder. */
interface Holder {
  pid: number
  /** Undefined where the system does not tell it. */
  process_start: string | undefined
  machine: string
  host: string
  /** Whether a local socket beside the claim accepts connections as long as the holder lives. */
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
 * Makes `folder` belong to this process, or refuses and names the holder. Every starter first lays down
 * a claim under a name of its own and then looks at the others, so of two at once at least one sees the other.
 * A claim is removed only when its holder is dead, never because of its age.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  for (let attempt = 1; ; attempt++) {
    const claim = await createClaim(folder)
    const rival = await findLiveRival(folder, claim.name)
    if (!rival) return claim
    claim.release()
    // Two that start at the same moment step back for unequal times, so that one of them gets in.
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

/** Complete from the moment it can be seen, also after a power cut. */
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

/** Undefined when it vanished meanwhile, or is no claim of ours. One that may not be read is not ours to judge. */
function readClaim(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder // written by `writeClaim`
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** By pid where pids can be compared; across machines and containers the holder's socket decides. */
async function isAlive(folder: string, claim: string, holder: Holder): Promise<boolean> {
  if (canComparePids(holder)) return isRunning(holder.pid, holder.process_start)
  if (holder.machine === machineId() && !isRunning(holder.pid, undefined)) return false
  // Without a socket nothing tells: the claim then counts as held, and the refusal says how to lift it.
  return !holder.signal || acceptsConnections(folder, heartbeatName(claim))
}

/** Whether its pid says all: the same machine and boot, and a system that tells when a process started. */
const canComparePids = (holder: Holder) =>
  holder.machine === machineId() && holder.process_start !== undefined

const heartbeatName = (claim: string) => claim.replace(/json$/, 'sock')

function lockError(folder: string, rival: Rival) {
  const { pid, host, since, claim } = rival
  const advice = canComparePids(rival)
    ? ''
    : ` If it is gone for good, remove ${join(folder, claim)}.`
  return new Error(
    `The database in ${folder} is held by process ${pid} on ${host} since ${since}. Stop it first, or choose another DATA_DIR.${advice}`,
  )
}

/** Tells one boot of one machine, or container, from another; only within it can pids be compared. */
function machineId(): string {
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const pids = tryRead(() => readlinkSync('/proc/self/ns/pid'))
  return [hostname(), boot, pids].filter(Boolean).join(' ')
}

/** When a process started, in the system's own words; undefined where it does not tell. */
const processStartOf = (pid: number): string | undefined => procStatOf(pid)[19]

/** The same process still, and not another one that was given its number. */
function isRunning(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // A killed process that nobody has waited for still has its number, but holds nothing any more.
  if (['Z', 'X'].includes(procStatOf(pid)[0] ?? '')) return false
  return start === undefined || processStartOf(pid) === start
}

/** State first, start time at 19: what the system tells behind the name, which may itself hold spaces. */
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
