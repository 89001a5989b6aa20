import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Tells one boot of one machine, or container, from another; only within it can pids be compared. */
export function machine(): string {
  return `${hostname()} ${fileText('/proc/sys/kernel/random/boot_id')} ${namespaceOf()}`
}

/** When a process started, in the system's own words; undefined where it does not tell. */
export function startOf(pid: number): string | undefined {
  const stat = fileText(`/proc/${pid}/stat`)
  // The name in brackets may hold spaces; the start time is the 20th field behind it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

/** The same process still, and not another one that was given its number. */
export function isRunning(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return start === undefined || startOf(pid) === start
}

function namespaceOf(): string {
  return /^\d+ \((.*?)\)/.exec(fileText('/proc/1/stat')) ? (startOf(1) ?? '') : ''
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
