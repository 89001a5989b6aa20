import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Tells one boot of one machine, or container, from another; only within it can pids be compared. */
export function machine(): string {
  const boot = orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const pids = orNothing(() => readlinkSync('/proc/self/ns/pid'))
  return [hostname(), boot, pids].filter(Boolean).join(' ')
}

/** When a process started, in the system's own words; undefined where it does not tell. */
export const startOf = (pid: number): string | undefined => statOf(pid)[19]

/** The same process still, and not another one that was given its number. */
export function isRunning(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // A killed process that nobody has waited for still has its number, but holds nothing any more.
  if (['Z', 'X'].includes(statOf(pid)[0] ?? '')) return false
  return start === undefined || startOf(pid) === start
}

/** State first, start time at 19: what the system tells behind the name, which may itself hold spaces. */
function statOf(pid: number): string[] {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat === undefined ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
