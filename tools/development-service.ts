import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'

// Types only: Vite loads the code, so that edits apply.
import type * as Config from '#service/config.ts'
import type * as FirstStart from '#service/first-start.ts'
import type * as NodeAdapter from '#service/http/node-adapter.ts'
import type * as Log from '#service/log.ts'
import type * as OpenService from '#service/open-service.ts'

const servicePaths = /^\/(v1|p)(\/|$)|^\/(config\.json|healthz|readyz)$/

/** Runs the service in Vite's process for `npm run dev`: one port, no proxy, edits apply to the next request. */
export function developmentService(): Plugin {
  let host: ReturnType<typeof createHost> | undefined
  return {
    name: 'workspace-admin:service',
    apply: (_config, { command, isPreview }) => command === 'serve' && !isPreview,
    configureServer(server) {
      const current = (host = createHost(server))
      server.httpServer?.once('listening', () => {
        current.listener().catch((error: unknown) => server.config.logger.error(String(error)))
      })
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://dev')
        if (!servicePaths.test(pathname)) return next()
        current.listener().then((listen) => listen(request, response), next)
      })
    },
    // Vite awaits this when it stops, so the lock of the data folder is released.
    closeBundle: () => host?.close(),
  }
}

/** Opens the database once and creates the app again whenever its code has changed. */
function createHost(server: ViteDevServer) {
  // ssrLoadModule is untyped; each call names the type of its module.
  const load = async <T>(file: string) => (await server.ssrLoadModule(`/src/service/${file}`)) as T
  const opening = once(async () => {
    const { readConfig } = await load<typeof Config>('config.ts')
    const { createLog } = await load<typeof Log>('log.ts')
    const { openService } = await load<typeof OpenService>('open-service.ts')
    const { firstStart, printStartMessage } = await load<typeof FirstStart>('first-start.ts')
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    const service = await openService({ config, log })
    const start = await firstStart(service, config)
    service.maintenance.start()
    service.scheduler.start()
    printStartMessage(`http://localhost:${server.config.server.port}`, start, config.ownerKeyFile)
    return { config, log, service }
  })
  let created:
    | { by: typeof OpenService.openService; service: Promise<OpenService.OpenService> }
    | undefined

  return {
    async listener() {
      const { config, log, service } = await opening()
      const { createRequestListener } = await load<typeof NodeAdapter>('http/node-adapter.ts')
      const { openService } = await load<typeof OpenService>('open-service.ts')
      if (created?.by !== openService) {
        const previous = created?.service
        created = {
          by: openService,
          service: openService({ config, log, database: service.database }),
        }
        await (await previous)?.close()
      }
      return createRequestListener((await created.service).app.handle)
    },
    async close() {
      if (!created) return
      await (await created.service).close()
      const { service } = await opening()
      await service.close()
    },
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}
