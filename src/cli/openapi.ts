import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Command } from './command.ts'
import { type Connection, connect, openHere } from './connect.ts'

export const openapi: Command = {
  words: 'openapi',
  about: 'Prints the OpenAPI 3.1 document of the service.',
  options: {
    output: { value: 'FILE', about: 'writes it there instead' },
    url: { value: 'URL', about: 'the base address it names (http://127.0.0.1:4400/v1)' },
  },
  async run(given, env) {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    try {
      // The document is the program's own: a throwaway database serves, whoever holds the real one.
      const connection: Connection = env['WORKSPACE_URL']
        ? await connect(env)
        : await openHere({ DATA_DIR: folder }, { silently: true })
      const document = await connection.call('GET /openapi.json', {}).finally(connection.close)
      const url = given.text('url') ?? (env['WORKSPACE_URL'] || 'http://127.0.0.1:4400/v1')
      const text = `${JSON.stringify({ ...document, servers: [{ url }] }, null, 2)}\n`
      const file = given.text('output')
      if (file === undefined) process.stdout.write(text)
      else writeFileSync(file, text)
      return 0
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
