import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

type EngineOptions = Parameters<NodeFS['init']>[1]

/** What the engine's file layer hands to a stream operation; `nfd` is the file descriptor in Node. */
interface NodeStream {
  nfd?: number
}

/** The part of the engine's file layer that `@electric-sql/pglite` does not describe in its types. */
interface StreamOperations {
  NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } }
}

interface EngineCallbacks {
  readonly onFsync?: (() => void) | undefined
  /** The engine gave up: it never answers again, and hangs whoever asks. */
  readonly onAbort: () => void
}

const EIO = 29 // EIO in the engine's own numbering

/**
 * The embedded engine calls fsync, and its Node file layer drops the call: a power cut would lose
 * acknowledged writes. This puts the hook in. It is internal to PGlite, hence the exact version and a test that counts.
 */
export class FsyncGuard extends NodeFS {
  readonly #told: EngineCallbacks

  constructor(folder: string, callbacks: EngineCallbacks) {
    super(folder)
    this.#told = callbacks
  }

  override async init(
    ...[engine, options]: Parameters<NodeFS['init']>
  ): Promise<{ emscriptenOpts: EngineOptions }> {
    const { emscriptenOpts } = await super.init(engine, options)
    return { emscriptenOpts: this.#withFsync(emscriptenOpts) }
  }

  #withFsync(options: EngineOptions): EngineOptions {
    const addHook = (module: unknown) => {
      // The types leave out NODEFS; the test that counts fsyncs fails when it is no longer there.
      const { NODEFS } = module as StreamOperations
      NODEFS.stream_ops.fsync = (stream) => this.#fsync(stream)
    }
    return { ...options, onAbort: this.#told.onAbort, preRun: [addHook, ...(options.preRun ?? [])] }
  }

  #fsync({ nfd }: NodeStream): number {
    if (nfd === undefined) return 0
    try {
      fsyncSync(nfd)
    } catch (error) {
      // Reported to the engine, which then refuses the commit. Windows cannot sync what was opened for reading.
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : EIO
    }
    this.#told.onFsync?.()
    return 0
  }
}
