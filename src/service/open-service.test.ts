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
  for (const [url, reason] of [
    [`postgres://app:hidden@${host}/workspace`, 'ECONNREFUSED'],
    // A password with a sign that an address cannot contain, the most usual mistake.
    [`postgres://app:hid/den@${host}/workspace`, 'Invalid URL'],
  ] as const) {
    const config = readConfig({ DATABASE_URL: url })
    const opening = openService({ config, log: () => undefined })
    await expect(opening).rejects.toThrow('PostgreSQL refuses the connection of DATABASE_URL: ')
    await expect(opening).rejects.toThrow(reason)
    await expect(opening).rejects.not.toThrow(/hid/)
  }
})
