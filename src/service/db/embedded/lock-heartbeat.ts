import { closeSync, openSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'

/** A local socket that accepts connections as long as its process lives, even while its event loop is busy. */
interface Signal {
  close(): void
}

// The system's own limit for the path of a local socket is 104 to 108 bytes, the final zero included.
const longestPath = 100

/** Undefined where the folder's file system takes no sockets, or its path is too long and cannot be shortened. */
export async function openSignal(folder: string, name: string): Promise<Signal | undefined> {
  const server = createServer((socket) => socket.destroy())
  try {
    await withAddress(
      folder,
      name,
      (address) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(address, resolve)
        }),
    )
  } catch {
    return undefined
  }
  server.unref()
  return { close: () => server.close() }
}

/** Whether its process lives. Only what nobody accepts counts as dead: a socket that is merely crowded does not. */
export async function answers(folder: string, name: string): Promise<boolean> {
  try {
    await withAddress(
      folder,
      name,
      (address) =>
        new Promise<void>((resolve, reject) => {
          const socket = createConnection(address)
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
async function withAddress(
  folder: string,
  name: string,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const address = join(folder, name)
  if (process.platform === 'win32') return work(`\\\\.\\pipe\\${name}`)
  if (Buffer.byteLength(address) <= longestPath) return work(address)
  if (process.platform !== 'linux') throw new Error(`${address} is too long for a local socket`)
  const descriptor = openSync(folder, 'r')
  try {
    await work(`/proc/self/fd/${descriptor}/${name}`)
  } finally {
    closeSync(descriptor)
  }
}
