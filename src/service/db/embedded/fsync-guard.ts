import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

type EngineOptions = Parameters<NodeFS['init']>[1]

/** The argument of a stream operation; `nfd` is the file descriptor in Node. */
interface NodeStream {
  nfd?: number
}

/** Missing in the types of `@electric-sql/pglite`. */
interface StreamOperations {
  NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } }
}

interface EngineCallbacks {
  readonly onFsync?: (() => void) | undefined
  /** After an abort, the engine never responds again. */
  readonly onAbort: () => void
}

const EIO = 29 // EIO in the engine's own numbering

/**
 * The embedded engine calls fsync, but its Node file layer ignores the call: a power failure would lose acknowledged
 * writes. This adds the hook. It is internal to PGlite, hence the pinned version and a test that counts fsyncs.
 */
export class FsyncGuard extends NodeFS {
  readonly #callbacks: EngineCallbacks

  constructor(folder: string, callbacks: EngineCallbacks) {
    super(folder)
    this.#callbacks = callbacks
  }

  override async init(
    ...[engine, options]: Parameters<NodeFS['init']>
  ): Promise<{ emscriptenOpts: EngineOptions }> {
    const { emscriptenOpts } = await super.init(engine, options)
    return { emscriptenOpts: this.#withFsync(emscriptenOpts) }
  }

  #withFsync(options: EngineOptions): EngineOptions {
    const addHook = (module: unknown) => {
      // The test that counts fsyncs fails when NODEFS is missing.
      const { NODEFS } = module as StreamOperations
      NODEFS.stream_ops.fsync = (stream) => this.#fsync(stream)
    }
    return {
      ...options,
      onAbort: this.#callbacks.onAbort,
      preRun: [addHook, ...(options.preRun ?? [])],
    }
  }

  #fsync({ nfd }: NodeStream): number {
    if (nfd === undefined) return 0
    try {
      fsyncSync(nfd)
    } catch (error) {
      // The engine then fails the commit. Windows cannot sync a file opened for reading.
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : EIO
    }
    this.#callbacks.onFsync?.()
    return 0
  }
}
