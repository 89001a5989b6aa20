import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

import { assertPortFree, type RunningServer, listen } from '#service/http/server.ts'
import { readConfig } from './config.ts'
import { firstStart, printStartMessage } from './first-start.ts'
import { createLog } from './log.ts'
import { openService } from './open-service.ts'

/** For the requests under way. The database closes after that, and process managers kill after 10 s. */
const graceMs = 6_000
/** For all of it. A statement that waits in PostgreSQL may take 30 s; ending the process rolls it back. */
const maxStopMs = 7_500

/** Starts the service; resolves after it was stopped by a signal. */
async function run(): Promise<void> {
  // The heap may double between two collections instead of growing fourfold: 137 MiB under load instead of 190, at no
  // measurable cost.
  setFlagsFromString('--heap-growing-percent=100')
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const dashboard = fileURLToPath(new URL('../web', import.meta.url))
  const started = performance.now()
  await assertPortFree(config.host, config.port)
  const service = await openService({ config, log, dashboard })
  let server: RunningServer | undefined
  try {
    const start = await firstStart(service, config)
    service.maintenance.start()
    service.scheduler.start()
    server = await listen(service.app, config.host, config.port, {
      log,
      trustProxy: config.trustProxy,
    })
    const url = config.publicUrl ?? `http://${displayHost(config.host)}:${server.port}`
    printStartMessage(url, start, config.ownerKeyFile)
    log('info', 'ready', {
      engine: service.database.kind,
      ms: Math.round(performance.now() - started),
    })
    await firstSignal()
    log('info', 'stopping')
    setTimeout(() => {
      log('warn', 'stopped_before_database_closed')
      process.exit(0)
    }, maxStopMs).unref()
  } finally {
    service.beginShutdown()
    await server?.close(graceMs)
    await service.close()
  }
}

const displayHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** A second signal ends the process at once. */
const firstSignal = () =>
  new Promise<void>((resolve) => {
    let isStopping = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (isStopping) process.exit(130)
        isStopping = true
        resolve()
      })
  })

try {
  await run()
  process.exitCode = 0
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
