import { closeSync, openSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'

/** A local socket that accepts connections while its process lives, even when the event loop is busy. */
interface Heartbeat {
  close(): void
}

// The path of a local socket is limited to 104 to 108 bytes, including the final zero.
const maxPathLength = 100

/** Undefined where the file system has no sockets, or the path is too long and cannot be shortened. */
export async function openHeartbeat(folder: string, name: string): Promise<Heartbeat | undefined> {
  const server = createServer((socket) => socket.destroy())
  try {
    await withSocketPath(
      folder,
      name,
      (socketPath) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(socketPath, resolve)
        }),
    )
  } catch {
    return undefined
  }
  server.unref()
  return { close: () => server.close() }
}

/** Whether the process lives. Only a refused connection or a missing socket counts as dead, not a full backlog. */
export async function acceptsConnections(folder: string, name: string): Promise<boolean> {
  try {
    await withSocketPath(
      folder,
      name,
      (socketPath) =>
        new Promise<void>((resolve, reject) => {
          const socket = createConnection(socketPath)
          socket.once('error', reject)
          socket.once('connect', () => {
            socket.destroy()
            resolve()
          })
        }),
    )
    return true
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Shortens a long path through the descriptor of the folder, where descriptors are files. */
async function withSocketPath(
  folder: string,
  name: string,
  connect: (socketPath: string) => Promise<void>,
): Promise<void> {
  const address = join(folder, name)
  if (process.platform === 'win32') return connect(`\\\\.\\pipe\\${name}`)
  if (Buffer.byteLength(address) <= maxPathLength) return connect(address)
  if (process.platform !== 'linux') throw new Error(`${address} is too long for a local socket`)
  const descriptor = openSync(folder, 'r')
  try {
    await connect(`/proc/self/fd/${descriptor}/${name}`)
  } finally {
    closeSync(descriptor)
  }
}
