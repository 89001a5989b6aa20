import { createServer } from 'node:net'

/** Rejects when nothing can listen there: asked before anything is made, so that a key is not made for nobody to see. */
export async function expectFree(host: string, port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(reason(error, port))))
    server.listen({ host, port, exclusive: true }, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}

const reason = ({ code, message }: NodeJS.ErrnoException, port: number): string =>
  code === 'EADDRINUSE'
    ? `Port ${port} is in use by another program. Set PORT to another one.`
    : `This address cannot be listened on: ${message}`
