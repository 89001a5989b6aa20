import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Command } from './command.ts'
import { type Connection, connect, connectInProcess } from './connect.ts'

export const openapi: Command = {
  name: 'openapi',
  description: 'Print the OpenAPI 3.1 specification',
  options: {
    output: { placeholder: 'FILE', description: 'write to a file instead' },
    url: {
      placeholder: 'URL',
      description: 'server URL in the specification (default http://127.0.0.1:4400/v1)',
    },
  },
  async run(args, env) {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    try {
      // The document does not depend on data: a temporary database works while another process holds the real one.
      const connection: Connection = env['WORKSPACE_URL']
        ? await connect(env)
        : await connectInProcess({ DATA_DIR: folder }, { quiet: true })
      const document = await connection.call('GET /openapi.json', {}).finally(connection.close)
      const url = args.get('url') ?? (env['WORKSPACE_URL'] || 'http://127.0.0.1:4400/v1')
      const text = `${JSON.stringify({ ...document, servers: [{ url }] }, null, 2)}\n`
      const file = args.get('output')
      if (file === undefined) process.stdout.write(text)
      else writeFileSync(file, text)
      return 0
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
