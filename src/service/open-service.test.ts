import { createServer } from 'node:net'
import { expect, test } from 'vitest'

import { readConfig } from './config.ts'
import { openService } from './open-service.ts'

/** An address that refuses connections. */
async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('a refused connection to PostgreSQL names DATABASE_URL without its password', async () => {
  const host = `localhost:${await findClosedPort()}`
  const config = readConfig({ DATABASE_URL: `postgres://app:hidden@${host}/workspace` })
  const opening = openService({ config, log: () => undefined })
  await expect(opening).rejects.toThrow(
    `PostgreSQL at ${host}/workspace, which DATABASE_URL names, refuses the connection: `,
  )
  await expect(opening).rejects.not.toThrow('hidden')
  await expect(opening).rejects.toThrow('ECONNREFUSED')
})
