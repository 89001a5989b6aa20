import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'

// Types only: the code itself comes through Vite, fresh after every edit.
import type * as Config from '#service/config.ts'
import type * as FirstRun from '#service/first-start.ts'
import type * as OverHttp from '#service/http/node-adapter.ts'
import type * as Log from '#service/log.ts'
import type * as Open from '#service/open-service.ts'

const ofTheService = /^\/(v1|p)(\/|$)|^\/(config\.json|healthz|readyz)$/

/** In `npm run dev` the service lives in Vite's own process: one port, no proxy, edits are live on the next request. */
export function developmentService(): Plugin {
  let host: ReturnType<typeof hostOf> | undefined
  return {
    name: 'workspace-admin:service',
    apply: (_config, { command, isPreview }) => command === 'serve' && !isPreview,
    configureServer(server) {
      const own = (host = hostOf(server))
      server.httpServer?.once('listening', () => {
        own.listener().catch((error: unknown) => server.config.logger.error(String(error)))
      })
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
        const address = new URL(request.url ?? '/', 'http://dev')
        if (!ofTheService.test(address.pathname)) return next()
        own.listener().then((listen) => listen(request, response), next)
      })
    },
    // Vite waits for this when it is told to stop, so the lock of the data folder goes with it.
    closeBundle: () => host?.close(),
  }
}

/** The database is opened once; the app on top of it is made again whenever its code has changed. */
function hostOf(server: ViteDevServer) {
  // Vite does not know what a module exports; these are the modules named beside it.
  const load = async <T>(file: string) => (await server.ssrLoadModule(`/src/service/${file}`)) as T
  const opening = once(async () => {
    const { readConfig } = await load<typeof Config>('config.ts')
    const { createLog } = await load<typeof Log>('log.ts')
    const { openService } = await load<typeof Open>('open-service.ts')
    const { firstStart, printStartMessage } = await load<typeof FirstRun>('first-start.ts')
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    const service = await openService({ config, log })
    const key = await firstStart(service, config.example)
    service.upkeep.start()
    service.scheduler.start()
    printStartMessage(`http://localhost:${server.config.server.port}`, key, undefined)
    return { config, log, service }
  })
  let made: { by: typeof Open.openService; service: Promise<Open.OpenService> } | undefined

  return {
    async listener() {
      const { config, log, service } = await opening()
      const { createRequestListener } = await load<typeof OverHttp>('http/node-adapter.ts')
      const { openService } = await load<typeof Open>('open-service.ts')
      if (made?.by !== openService) {
        const older = made?.service
        made = {
          by: openService,
          service: openService({ config, log, database: service.database }),
        }
        await (await older)?.close()
      }
      return createRequestListener((await made.service).app.handle)
    },
    async close() {
      if (!made) return
      await (await made.service).close()
      const { service } = await opening()
      await service.close()
    },
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}
