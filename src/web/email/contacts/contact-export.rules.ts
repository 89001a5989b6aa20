const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Above, a file is written to the disk while it arrives, which asks where to save it. */
export const MAX_COLLECTED = 10_000

/** Divides the bytes of a CSV file into whole records, so that a file that ends early has no half row. */
export function createRecordSplitter() {
  let rest: Uint8Array<ArrayBuffer>[] = []
  let isQuoted = false
  let records = 0
  return {
    /** The records that the next bytes complete; what follows them is kept. */
    push: (chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] => {
      let end = 0
      for (let index = 0; index < chunk.length; index++) {
        // In UTF-8, no other character has these bytes; two quotes in a row change nothing.
        if (chunk[index] === QUOTE) isQuoted = !isQuoted
        else if (chunk[index] === LINE_FEED && !isQuoted) {
          records += 1
          end = index + 1
        }
      }
      if (end === 0) {
        rest.push(chunk)
        return []
      }
      const complete = [...rest, chunk.subarray(0, end)]
      rest = end < chunk.length ? [chunk.subarray(end)] : []
      return complete
    },
    /** Records so far, without the one with the names of the columns. */
    rows: () => Math.max(0, records - 1),
  }
}
