import type { Progress } from '#client/importers/core/import-call.ts'

/** Standard error, because standard output carries the result. */
interface Output {
  readonly isTTY?: boolean | undefined
  write(text: string): unknown
}

const width = 30

/** Draws a progress bar on a terminal; writes a line per tenth to a pipe. */
export function createProgressReporter(output: Output, noun: string): (progress: Progress) => void {
  let previousTenth = 0
  return ({ done, total }) => {
    const share = total === 0 ? 1 : done / total
    if (output.isTTY === true) {
      const filled = Math.round(share * width)
      const bar = '#'.repeat(filled).padEnd(width, '-')
      output.write(`\r[${bar}] ${done} of ${total} ${noun}${done === total ? '\n' : ''}`)
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth === previousTenth) return
    previousTenth = tenth
    output.write(`${done} of ${total} ${noun}\n`)
  }
}
