import { type Socket, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** The way to a PostgreSQL, which a test can cut. */
export interface Outage {
  /** The URL of the same database through this way. */
  readonly url: string
  /** Breaks all connections; later ones are refused, `count` of them or all until `end`. */
  begin(count?: number): void
  end(): void
}

export async function createOutage(databaseUrl: string): Promise<Outage> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let refusals = 0
  const server = createServer((client) => {
    if (refusals > 0) {
      refusals -= 1
      client.resetAndDestroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream])
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const begin = (count = Infinity) => {
    refusals = count
    for (const socket of sockets) socket.resetAndDestroy()
  }
  onTestFinished(() => {
    begin()
    server.close()
  })
  const address = server.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { url: url.href, begin, end: () => void (refusals = 0) }
}
