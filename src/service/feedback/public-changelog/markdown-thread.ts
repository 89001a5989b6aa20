import { Worker } from 'node:worker_threads'

import { createLog, type Log } from '#service/log.ts'

interface ThreadOptions {
  /** For one text, from the moment the thread takes it. Far above the worst that `canFormat` allows, also on a busy machine. */
  readonly textMs?: number
  /** How long the thread is kept for the next text. */
  readonly idleMs?: number
  /** The build writes it beside its other files, under the same name. */
  readonly file?: URL
  readonly log?: Log
}

/** The thread sends the first when it takes a text, and the second with its HTML; undefined for one that is too complex. */
type ThreadMessage = { readonly kind: 'taken' } | { readonly kind: 'done'; readonly html?: string }

/** Why a text has no HTML: another attempt may succeed after a time-out, on a machine that is less busy. */
type Unformatted = 'too_complex' | 'timeout'

export interface MarkdownThread {
  /** The HTML of the parser. Rejects when the thread itself fails. */
  readonly parse: (source: string) => Promise<{ readonly html: string } | Unformatted>
}

/**
 * Parses Markdown in a thread of its own: the parser takes milliseconds per kilobyte, hundreds for hostile texts, and cannot
 * be interrupted. One text at a time, in the order in which they come. The thread starts with the first text and keeps no
 * process alive.
 */
export function createMarkdownThread({
  textMs = 10_000,
  idleMs = 60_000,
  file = new URL('./markdown-worker.mjs', import.meta.url),
  // At the level that is always on: no request fails, so that nothing else tells of it.
  log = createLog('error'),
}: ThreadOptions = {}): MarkdownThread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128 } })
    thread.unref()
    // Whoever waits for a text gets its failures; one after that may not end the process.
    thread.on('error', () => undefined)
    return thread.on('exit', () => {
      if (worker === thread) worker = undefined
    })
  }

  function end(): void {
    clearTimeout(idle)
    void worker?.terminate()
    worker = undefined
  }

  const parseWith = (thread: Worker, source: string) =>
    new Promise<{ html: string } | Unformatted>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      let turn: NodeJS.Immediate | undefined
      const settle = (action: () => void) => {
        clearTimeout(timer)
        clearImmediate(turn)
        thread.off('message', onMessage).off('error', onError).off('exit', onExit)
        action()
      }
      const onTimeout = () => {
        log('error', 'markdown_timeout', { characters: source.length })
        end()
        settle(() => resolve('timeout'))
      }
      const onMessage = (message: ThreadMessage) => {
        if (message.kind === 'done')
          settle(() => resolve(message.html === undefined ? 'too_complex' : { html: message.html }))
        else
          timer = setTimeout(() => {
            // After a pause of this thread, timers run before messages that wait.
            turn = setImmediate(onTimeout)
          }, textMs).unref()
      }
      const onError = (error: NodeJS.ErrnoException) => {
        end()
        settle(() =>
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('too_complex') : reject(error),
        )
      }
      const onExit = () => settle(() => reject(new Error('The Markdown thread ended.')))
      thread.on('message', onMessage).on('error', onError).on('exit', onExit)
      thread.postMessage(source)
    })

  async function parseNext(source: string): Promise<{ html: string } | Unformatted> {
    clearTimeout(idle)
    worker ??= start()
    const result = await parseWith(worker, source)
    idle = setTimeout(end, idleMs).unref()
    return result
  }

  return {
    parse(source) {
      const result = last.then(() => parseNext(source))
      // A failure is of its text alone.
      last = result.catch(() => undefined)
      return result
    },
  }
}
