import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface ThreadLimits {
  /** For one text, from the moment it is begun. Far above the worst that `canFormat` allows, also on a busy machine. */
  readonly textMs?: number
  /** How long the thread is kept for the next text. */
  readonly idleMs?: number
}

export interface MarkdownThread {
  /** The HTML of the parser; undefined for a text that takes too long or too much memory. */
  readonly parse: (source: string) => Promise<string | undefined>
}

/**
 * Parses Markdown in a thread of its own: the parser takes milliseconds per kilobyte, hundreds for hostile texts, and cannot
 * be interrupted. One text at a time, in the order in which they come. The thread starts with the first text and keeps no
 * process alive.
 */
export function createMarkdownThread({
  textMs = 10_000,
  idleMs = 60_000,
}: ThreadLimits = {}): MarkdownThread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    // The build writes it beside its other files, under the same name.
    const thread = new Worker(new URL('./markdown-worker.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    thread.unref()
    // Whoever waits for a text gets its failures; one after that may not end the process.
    return thread.on('error', () => undefined)
  }

  function end(): void {
    clearTimeout(idle)
    void worker?.terminate()
    worker = undefined
  }

  async function parseNext(source: string): Promise<string | undefined> {
    clearTimeout(idle)
    worker ??= start()
    worker.postMessage(source)
    try {
      const [html] = await once(worker, 'message', { signal: AbortSignal.timeout(textMs) })
      idle = setTimeout(end, idleMs).unref()
      return String(html)
    } catch {
      end()
      return undefined
    }
  }

  return {
    parse(source) {
      const html = last.then(() => parseNext(source))
      last = html
      return html
    },
  }
}
