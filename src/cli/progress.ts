import type { Progress } from '#client/importers/core/import-call.ts'

/** What progress is drawn on: standard error, so that standard output stays the answer. */
interface Screen {
  readonly isTTY?: boolean | undefined
  write(text: string): unknown
}

const width = 30

/** A bar that fills on a terminal; in a pipe a plain line at every tenth. */
export function progressOn(screen: Screen, noun: string): (progress: Progress) => void {
  let told = 0
  return ({ done, total }) => {
    const share = total === 0 ? 1 : done / total
    if (screen.isTTY === true) {
      const filled = Math.round(share * width)
      const bar = '#'.repeat(filled).padEnd(width, '-')
      screen.write(`\r[${bar}] ${done} of ${total} ${noun}${done === total ? '\n' : ''}`)
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth === told) return
    told = tenth
    screen.write(`${done} of ${total} ${noun}\n`)
  }
}
