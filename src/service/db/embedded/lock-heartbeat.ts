import { closeSync, openSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'

/** A local socket that accepts connections as long as its process lives, even while its event loop is busy. */
interface Heartbeat {
  close(): void
}

// The system's own limit for the path of a local socket is 104 to 108 bytes, the final zero included.
const maxPathLength = 100

/** Undefined where the folder's file system takes no sockets, or its path is too long and cannot be shortened. */
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

/** Whether its process lives. Only what nobody accepts counts as dead: a socket that is merely crowded does not. */
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

/** A long path is shortened through the folder's own descriptor, where the system shows descriptors as files. */
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
