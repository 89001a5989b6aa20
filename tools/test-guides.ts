import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

import type { RequestHandler } from '#service/http/http-message.ts'
import { listen } from '#service/http/server.ts'
import type { TestWorkspace } from '#service/http/test-service.ts'

const guides = path.resolve(import.meta.dirname, '../docs/guides')

/** A block of code of a guide, by what follows its language. */
export function readSnippet(guide: string, name: string): string {
  const text = fs.readFileSync(path.join(guides, `${guide}.md`), 'utf8')
  for (const [, title, code = ''] of text.matchAll(/^```\w+ (.+)\n([\s\S]*?)^```$/gm))
    if (title === name) return code
  throw new Error(`${guide}.md has no block named ${name}.`)
}

const programs: Readonly<Record<string, readonly string[]>> = {
  '.mjs': [process.execPath],
  '.py': ['python3'],
  '.sh': ['sh'],
  '.php': ['php'],
  // Built before: a kill of `go run` would not reach the program.
  '.go': ['./receiver'],
}

/** Why a program cannot be run here; undefined when it can. */
export function missingProgram(name: string): string | undefined {
  const version = name === 'go' ? 'version' : '--version'
  return spawnSync(name, [version]).status === 0 ? undefined : `${name} is not installed here.`
}

export function createFolder(parent = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, 'guide-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  return folder
}

interface Run {
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Between the program and the file. */
  readonly options?: readonly string[]
  /** The work of a reader, instead of that of the guide. */
  readonly edit?: (code: string) => string
}

/** Starts a snippet as a program of its own, with its file in `folder`. */
export function startSnippet(guide: string, name: string, run: Run) {
  const code = readSnippet(guide, name)
  fs.writeFileSync(path.join(run.folder, name), run.edit?.(code) ?? code)
  const [program = '', ...before] = programs[path.extname(name)] ?? []
  if (name.endsWith('.go')) {
    const build = ['build', '-o', 'receiver', name]
    const { status, stderr } = spawnSync('go', build, { cwd: run.folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} cannot be built:\n${stderr}`)
  }
  const child = spawn(program, [...before, ...(run.options ?? []), name, ...(run.args ?? [])], {
    cwd: run.folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...run.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => lines.push(line))
  const end = new Promise<number | null>((resolve) => child.on('close', resolve))
  const kill = async () => {
    child.kill('SIGKILL')
    await end
  }
  onTestFinished(kill)
  return { lines, end, kill }
}

/** Runs a snippet to its end and returns what it wrote. Throws when it fails. */
export async function runSnippet(guide: string, name: string, run: Run): Promise<string> {
  const { lines, end } = startSnippet(guide, name, run)
  const status = await end
  const text = lines.join('\n')
  if (status !== 0) throw new Error(`${name} ended with ${status}:\n${text}`)
  return text
}

/** The service over HTTP, as a program outside of this process reaches it. */
export async function serve(handle: RequestHandler): Promise<string> {
  const server = await listen({ handle }, '127.0.0.1', 0)
  onTestFinished(() => server.close(0))
  return `http://127.0.0.1:${server.port}/v1`
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Mail {
  readonly to: string
  readonly text: string
}

/** The reply to a command: "250 OK", a refusal, `undefined` for none, "drop" to break the connection. */
type Reply = (to: string) => string | undefined

/** A mail server that accepts everything, but for what a test decides. */
async function startMailServer() {
  const replies = {
    mail: (() => '250 OK') as Reply,
    rcpt: (() => '250 OK') as Reply,
    data: (() => '354 Go on') as Reply,
    /** After the whole mail. Without a reply it was taken, but the client never learns of it. */
    content: (() => '250 OK') as Reply,
    quit: (() => '221 Bye') as Reply,
  }
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    let to = ''
    let content: string[] | undefined
    const reply = (line: string | undefined) => {
      if (socket.writableEnded) return
      if (line === 'drop') socket.destroy()
      else if (line?.startsWith('421') || line?.startsWith('221')) socket.end(`${line}\r\n`)
      else if (line !== undefined) socket.write(`${line}\r\n`)
    }
    const readContent = (line: string, mail: string[]) => {
      if (line !== '.') return void mail.push(line)
      content = undefined
      const answer = replies.content(to)
      if (!/^[45]/.test(answer ?? '')) mails.push({ to, text: mail.join('\n') })
      reply(answer)
    }
    createInterface(socket).on('line', (line) => {
      if (content) return readContent(line, content)
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'MAIL') reply(replies.mail(''))
      else if (command === 'RCPT') {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        reply(replies.rcpt(to))
      } else if (command === 'DATA') {
        const answer = replies.data(to)
        if (answer?.startsWith('354')) content = []
        reply(answer)
      } else if (command === 'QUIT') reply(replies.quit(to))
      else reply('250 OK')
    })
    reply('220 Test')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { mails, replies, port }
}

/** For what a program does at once. */
export const patience = { timeout: 30_000, interval: 20 }

export const addressOf = (at: number) => `reader-${at}@example.com`

/** A list with contacts who are subscribed. */
export async function createContacts(owner: TestWorkspace, count: number) {
  const list = await owner.create('POST /lists', { name: 'Readers' })
  const operations = Array.from({ length: count }, (_, at) => ({
    op: 'upsert',
    email_address: addressOf(at),
    fields: { first_name: `Zoë ${at}` },
  }))
  const { results } = await owner.create(`POST /lists/${list.id}/contacts/batch`, { operations })
  return {
    list_id: list.id as string,
    ids: results.map(({ id }: { id: string }) => id) as string[],
  }
}

/** A program that sends mail, with its folder, which it has at every start, and its mail server. */
export async function prepareProgram({ key }: TestWorkspace, handle: RequestHandler) {
  const mail = await startMailServer()
  // In memory where the system has such a folder: a journal waits for the disk with each mail, which no kill of a program
  // needs.
  const folder = createFolder(fs.existsSync('/dev/shm') ? '/dev/shm' : undefined)
  const env = {
    API_URL: await serve(handle),
    API_KEY: key,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    MAIL_FROM: 'hello@example.com',
  }
  const addresses = () => mail.mails.map(({ to }) => to)
  return { mail, addresses, run: { folder, env } }
}
