import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { lockFolder } from './folder-lock.ts'

// Engines and processes are started here, which a busy machine does slowly.
vi.setConfig({ testTimeout: 60_000 })

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
const started: ChildProcess[] = []
let folder: string

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: path.join(import.meta.dirname, 'folder-lock.ts'),
      outDir: path.join(root, 'program'),
      rolldownOptions: { output: { entryFileNames: 'lock.mjs' } },
    },
  })
}, 60_000)
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(root, 'data-'))
})
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  fs.rmSync(root, { recursive: true, force: true })
})

const program = `
  import { lockFolder } from './lock.mjs'
  try {
    await lockFolder(process.argv[1])
    process.stdout.write('held')
    setInterval(() => undefined, 1000)
  } catch (error) {
    process.stdout.write(error.message)
  }`

/** Another process that locks the folder and stays; `answer` is "held" or its refusal. */
async function holder(where = folder) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, where], {
    cwd: path.join(root, 'program'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const [answer] = await once(child.stdout, 'data')
  return { child, answer: String(answer) }
}
async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
const claims = () => fs.readdirSync(folder).filter((name) => name.endsWith('.json'))
const changeClaim = (change: (claim: Record<string, unknown>) => Record<string, unknown>) => {
  const file = path.join(folder, claims()[0] ?? '')
  fs.writeFileSync(file, JSON.stringify(change(JSON.parse(fs.readFileSync(file, 'utf8')))))
}

test('a second process is refused with the pid of the holder', async () => {
  const { child, answer } = await holder()
  expect(answer).toBe('held')
  const refusal = new RegExp(
    `locked by process ${child.pid} on ${os.hostname()} since .*Stop it first`,
  )
  await expect(lockFolder(folder)).rejects.toThrow(refusal)
  expect((await holder()).answer).toMatch(refusal)
  expect(claims()).toHaveLength(1)
})

test('a folder lock is refused to its own process until released', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(`locked by process ${process.pid}`)
  lock.release()
  ;(await lockFolder(folder)).release()
  expect(fs.readdirSync(folder)).toEqual([])
})

test('the lock of a killed process is taken over', async () => {
  await kill((await holder()).child)
  expect(claims()).toHaveLength(1)
  const lock = await lockFolder(folder)
  expect(claims()).toHaveLength(1)
  lock.release()
  expect(fs.readdirSync(folder)).toEqual([])
})

test('a live process keeps a lock of any age', async () => {
  await holder()
  changeClaim((claim) => ({ ...claim, since: '2001-01-01T00:00:00.000Z' }))
  await expect(lockFolder(folder)).rejects.toThrow('since 2001')
})

test.runIf(process.platform === 'linux')(
  'a process that reuses a pid does not hold the lock',
  async () => {
    await kill((await holder()).child)
    changeClaim((claim) => ({ ...claim, pid: process.pid }))
    ;(await lockFolder(folder)).release()
  },
)

test('exactly one of several concurrent processes gets the lock', async () => {
  const results = (await Promise.all([holder(), holder(), holder()])).map(({ answer }) => answer)
  expect(results.filter((answer) => answer === 'held')).toHaveLength(1)
  expect(results.filter((answer) => answer.includes('is locked by process'))).toHaveLength(2)
})

test('exactly one process wins when all claims exist before they are read', async () => {
  for (let round = 0; round < 5; round++) {
    const starts = await Promise.allSettled([1, 2, 3].map(() => lockFolder(folder)))
    const held = starts.filter((start) => start.status === 'fulfilled')
    expect(held).toHaveLength(1)
    for (const { value } of held) value.release()
  }
})

// Another container with the same folder: its pids mean nothing here.
const elsewhere = (claim: Record<string, unknown>) => ({
  ...claim,
  pid: 1,
  machine: 'another boot',
  host: 'another-host',
})

test('a holder in another container is alive while its socket accepts', async () => {
  const { child } = await holder()
  changeClaim(elsewhere)
  await expect(lockFolder(folder)).rejects.toThrow(
    /on another-host .*If that process no longer exists, remove/,
  )
  await kill(child)
  ;(await lockFolder(folder)).release()
})

test('a socket with a full backlog counts as alive', async () => {
  const { child } = await holder()
  changeClaim(elsewhere)
  child.kill('SIGSTOP')
  await expect(lockFolder(folder)).rejects.toThrow('locked by process')
})

test('a claim of another machine without a socket is kept', async () => {
  await kill((await holder()).child)
  changeClaim((claim) => ({ ...elsewhere(claim), signal: false }))
  await expect(lockFolder(folder)).rejects.toThrow(`remove ${path.join(folder, claims()[0] ?? '')}`)
})

test.runIf(process.platform === 'linux')(
  'a folder path may be longer than a socket path',
  async () => {
    folder = path.join(folder, 'd'.repeat(120), 'e'.repeat(120))
    fs.mkdirSync(folder, { recursive: true })
    const { child } = await holder()
    changeClaim((claim) => {
      expect(claim['signal']).toBe(true)
      return elsewhere(claim)
    })
    await expect(lockFolder(folder)).rejects.toThrow('another-host')
    await kill(child)
    ;(await lockFolder(folder)).release()
    expect(fs.readdirSync(folder)).toEqual([])
  },
)

test('a folder lock keeps other files of the folder', async () => {
  const names = ['lock-x.json', 'instance.secret', 'lock-0123456789abcdef.json.bak']
  for (const name of names) fs.writeFileSync(path.join(folder, name), 'mine')
  ;(await lockFolder(folder)).release()
  expect(fs.readdirSync(folder).toSorted()).toEqual(names.toSorted())
})

test('the heartbeat socket does not keep its process alive', async () => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { lockFolder } from './lock.mjs'; await lockFolder(process.argv[1])`,
      folder,
    ],
    { cwd: path.join(root, 'program'), stdio: 'inherit' },
  )
  started.push(child)
  expect(await once(child, 'exit')).toEqual([0, null])
})
