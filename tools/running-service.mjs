// Runs the built service as a child process on its own folder: for browser tests, benchmarks and chaos tests.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '..')
const built = (entry) => path.join(root, 'dist/service', entry)

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const settings = (folder, more) => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: path.join(folder, 'data'),
  OWNER_KEY_FILE: path.join(folder, 'owner.key'),
  EXAMPLE: 'off',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
  ...more,
})

export async function startService(folder, more = {}) {
  const port = more.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const logFile = path.join(folder, 'service.log')
  const log = fs.openSync(logFile, 'a')
  const child = spawn(process.execPath, [built('main.js')], {
    env: settings(folder, { ...more, PORT: port }),
    stdio: ['ignore', log, log],
  })
  fs.closeSync(log)
  const ended = once(child, 'exit').then(([code]) => code)
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return { url, child, stop, ended }
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The service did not start.\n${fs.readFileSync(logFile, 'utf8')}`)
}

/** The API key written by the first start. */
export const ownerKey = (folder) => fs.readFileSync(path.join(folder, 'owner.key'), 'utf8').trim()

export function runCli(folder, more, ...args) {
  const done = spawnSync(process.execPath, [built('cli.js'), ...args], {
    env: settings(folder, more),
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`${args.join(' ')} failed: ${done.stderr}`)
  return done.stdout
}

/** Calls the API and returns the parsed response; throws unless it succeeds, with the `response` if there is one. */
export const caller = (url, key, timeoutMs) => async (method, path, body) => {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) {
    const error = new Error(`${method} ${path} returned ${response.status}: ${text}`)
    throw Object.assign(error, { response })
  }
  return text === '' ? undefined : JSON.parse(text)
}
