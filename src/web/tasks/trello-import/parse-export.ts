import { createWorker } from '#web/session/import-worker.ts'
import type { ImportSource } from '#web/ui/import/choose-file.tsx'
import type { ParseResult } from './parse-export-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes the address its default export
import workerUrl from './parse-export-worker.ts?worker&url'

/** Beyond this the text of the file does not fit into the memory that a tab has. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Reads an export in a worker, so that the page stays responsive. Rejects with the reason of the signal. */
export function parseExport(source: ImportSource, signal: AbortSignal): Promise<ParseResult> {
  return new Promise((resolve, reject) => {
    const worker = createWorker(workerUrl)
    const settle = (finish: () => void) => {
      worker.terminate()
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const onAbort = () => settle(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort)
    // Only the worker of this file posts here.
    worker.addEventListener('message', ({ data }: MessageEvent<ParseResult>) =>
      settle(() => resolve(data)),
    )
    // It ran out of memory, or its code could not be loaded.
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      settle(() => resolve({ refused: undefined }))
    })
    worker.postMessage(source)
  })
}
