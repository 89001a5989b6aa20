import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { ConfigError, readConfig } from './config.ts'
import { createWorkspace, firstWorkspace } from './developers/first-start.ts'
import { fillExample } from './example/example.ts'
import { type Listening, listen } from './http/server.ts'
import { inProcess } from './in-process.ts'
import { createLog } from './log.ts'
import { type OpenService, openService } from './open.ts'
import { allVerbs } from './verbs.ts'

const graceMs = 10_000

/** Opens, listens, prints where; resolves when the first signal has been obeyed. */
async function run(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const dashboard = fileURLToPath(new URL('../web', import.meta.url))
  const started = performance.now()
  const service = await openService({ config, log, dashboard })
  let listening: Listening | undefined
  try {
    const isNew = (await firstWorkspace(service.database)) === undefined
    const owner_key = isNew ? await firstStart(service, config.example) : undefined
    service.upkeep.start()
    listening = await listen(service.app, config.host, config.port)
    const address = config.publicUrl ?? `http://${shownHost(config.host)}:${listening.port}`
    if (owner_key !== undefined && config.ownerKeyFile !== undefined)
      writeFileSync(config.ownerKeyFile, `${owner_key}\n`, { mode: 0o600 })
    greet(address, owner_key, config.ownerKeyFile)
    log('info', 'ready', {
      engine: service.database.kind,
      ms: Math.round(performance.now() - started),
    })
    await firstSignal()
    log('info', 'stopping')
  } finally {
    await listening?.close(graceMs)
    await service.close()
  }
}

/** A new database gets a workspace, its owner's key, and unless told otherwise something worth looking at. */
async function firstStart(service: OpenService, example: boolean): Promise<string> {
  const { workspace_id, owner_key } = await createWorkspace(
    service.database,
    example ? 'Fern & Field' : 'Workspace',
  )
  if (example) {
    const rights = { workspace_id, cursors: service.cursors, now: new Date() }
    await inProcess(
      service.database,
      allVerbs(() => undefined),
      rights,
      fillExample,
    )
    await service.upkeep.analyze()
  }
  return owner_key.key
}

const shownHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function greet(address: string, owner_key: string | undefined, file: string | undefined): void {
  const lines = ['', `  Workspace Admin is ready at ${address}`]
  if (owner_key !== undefined && file === undefined)
    lines.push(
      '',
      '  Your API key:',
      '',
      `      ${owner_key}`,
      '',
      '  Copy it now: it will not be shown again. Paste it on the page above to connect.',
    )
  if (owner_key !== undefined && file !== undefined) lines.push('', `  Your API key is in ${file}.`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

/** The second signal ends the process at once. */
const firstSignal = () =>
  new Promise<void>((resolve) => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (asked) process.exit(130)
        asked = true
        resolve()
      })
  })

try {
  await run()
  process.exitCode = 0
} catch (error) {
  const known = error instanceof ConfigError || error instanceof Error
  process.stderr.write(`${known ? error.message : String(error)}\n`)
  process.exitCode = 1
}
