import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { assertPortFree, type RunningServer, listen } from '#service/http/server.ts'
import { ConfigError, readConfig } from './config.ts'
import { firstStart, printStartMessage } from './first-start.ts'
import { createLog } from './log.ts'
import { growSlowly } from './memory.ts'
import { openService } from './open-service.ts'

const graceMs = 10_000

/** Opens, listens, prints where; resolves when the first signal has been obeyed. */
async function run(): Promise<void> {
  growSlowly()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const dashboard = fileURLToPath(new URL('../web', import.meta.url))
  const started = performance.now()
  await assertPortFree(config.host, config.port)
  const service = await openService({ config, log, dashboard })
  let listening: RunningServer | undefined
  try {
    const owner_key = await firstStart(service, config.example)
    service.upkeep.start()
    service.scheduler.start()
    listening = await listen(service.app, config.host, config.port)
    const address = config.publicUrl ?? `http://${shownHost(config.host)}:${listening.port}`
    if (owner_key !== undefined && config.ownerKeyFile !== undefined)
      writeFileSync(config.ownerKeyFile, `${owner_key}\n`, { mode: 0o600 })
    printStartMessage(address, owner_key, config.ownerKeyFile)
    log('info', 'ready', {
      engine: service.database.kind,
      ms: Math.round(performance.now() - started),
    })
    await firstSignal()
    log('info', 'stopping')
  } finally {
    // These have no end of their own, and closing waits for what is under way.
    service.streams.close()
    await listening?.close(graceMs)
    await service.close()
  }
}

const shownHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
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
