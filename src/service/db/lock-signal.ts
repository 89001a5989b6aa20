import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'

/** A local socket that accepts connections as long as its process lives. */
export interface Signal {
  readonly address: string
  close(): void
}

// The system's own limit for the path of a local socket, the final zero included.
const longestPath = 100

/** Undefined where the folder's path is too long, or its file system takes no sockets. */
export function openSignal(folder: string, token: string): Promise<Signal | undefined> {
  const address = join(folder, `lock-${token}.sock`)
  if (Buffer.byteLength(address) > longestPath) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(undefined))
    server.listen(address, () => {
      server.unref()
      resolve({ address, close: () => server.close() })
    })
  })
}

/** Whether somebody still accepts connections there. */
export function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
