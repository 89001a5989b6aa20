// A generated workspace on a private PostgreSQL, for the benchmarks of large workspaces.
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { runCli, startService } from '../running-service.mjs'

/** Starts a private PostgreSQL with the generated workspace, and the service on it. */
async function startSeeded(folder, size) {
  const postgres = findPostgres()
  if (!postgres?.bin) throw new Error('Requires the programs of PostgreSQL 15 or later.')
  // Default settings, except for memory that holds the indexes.
  const cluster = await startPrivateCluster(postgres.bin, {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
  })
  const settings = { DATABASE_URL: cluster.url }
  process.stderr.write(`Creating the ${size} workspace\n`)
  const { key } = JSON.parse(runCli(folder, settings, 'seed', '--size', size, '--json'))
  const service = await startService(folder, settings)
  return {
    url: service.url,
    key,
    database: cluster.url,
    log: cluster.log,
    startAnother: (more) => startService(folder, { ...settings, ...more }),
    async stop() {
      await service.stop()
      cluster.stop()
    },
  }
}

/** A service on a database with a workspace of an earlier run. */
async function startExisting({ database, log, key, data }) {
  const settings = { DATABASE_URL: database }
  const service = await startService(data, settings)
  return {
    url: service.url,
    key,
    database,
    log,
    startAnother: (more) => startService(data, { ...settings, ...more }),
    stop: () => service.stop(),
  }
}

/** The service on the workspace of `--database`, or on a generated one of `--size`. */
export const startWorkspace = (folder, values) =>
  values.database ? startExisting(values) : startSeeded(folder, values.size)
