import type { Context as HttpContext, Hono } from 'hono'
import type { z } from 'zod'

import { documentRows } from '#contract/document-rows.ts'
import type { Row } from '#contract/endpoint.ts'
import { type EndpointName, rows } from '#contract/endpoints.ts'
import { type RequestLine, parseRequestLine } from '#contract/request-line.ts'
import type { Config } from '#service/config.ts'
import type { Caller, Context, Verb, Verbs } from '#service/context.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import type { Cursors } from '#service/db/paging.ts'
import { appendTo } from '#service/outbox/outbox.ts'
import { Refusal, insufficientScope, invalidField } from '#service/refusal.ts'
import { keepRefusal, send, sendAgain, written } from './answer.ts'
import type { Env } from './env.ts'
import { refuseAdditionalHeaders } from './extra-headers.ts'
import { claimKey } from './idempotency.ts'
import type { Buckets } from './limits.ts'
import { pageCursor } from './page-cursor.ts'
import { versionGuard } from './preconditions.ts'
import { readJson } from './read-json.ts'
import { readPath, readQuery } from './read-query.ts'

export interface Edge {
  readonly database: Database
  readonly cursors: Cursors
  readonly keyBuckets: Buckets
  readonly version: string
  /** Requests a second and burst of one key, or null. */
  readonly rate: { readonly refill: number; readonly burst: number } | null
  readonly profile: Config['profile']
  readonly publicUrl: string | undefined
  /** For paths whose resource must be found missing before its body is found invalid. */
  readonly located: Located
  /** Tests parse every answer with its row's schema; the running service trusts its verbs. */
  readonly checksAnswers: boolean
  readonly noteWrites: (count: number) => void
}

/** By path up to its last parameter: refuses with `not_found` when that resource is missing. */
export type Located = Readonly<
  Record<string, (db: WorkspaceDb, path: Record<string, string>) => Promise<unknown>>
>

const mebibyte = 1_048_576

/** Turns every row into a route. The order of the checks is the contract's (3.2). */
export function mount(app: Hono<Env>, edge: Edge, verbs: Verbs): void {
  const paths = new Map<string, string[]>()
  for (const [name, row] of edge.profile === 'public' ? documentRows : rows) {
    const line = parseRequestLine(name)
    // The table pairs each verb with its own row; TypeScript cannot follow a pair through a loop.
    const verb = verbs[name] as Verb<EndpointName>
    app.on(line.method, `/v1${line.path}`, (c) => answer(c, edge, name, line, row, verb))
    paths.set(line.path, [...(paths.get(line.path) ?? []), line.method])
  }
  for (const [path, methods] of paths) {
    const allow = methods
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      .join(', ')
    app.all(`/v1${path}`, () => {
      throw new Refusal('method_not_allowed', `This address answers ${allow}.`, {
        headers: { Allow: allow },
      })
    })
  }
}

async function answer(
  c: HttpContext<Env>,
  edge: Edge,
  name: EndpointName,
  line: RequestLine,
  row: Row,
  verb: Verb<EndpointName>,
): Promise<Response> {
  const now = new Date()
  const caller = c.get('caller')
  refuseScope(caller, row)
  countRequest(c, edge, caller, now)

  if (edge.profile === 'public') refuseAdditionalHeaders(c)
  const body = line.sendsBody ? await readJson(c, row.body_bytes ?? mebibyte) : undefined
  const idempotency_key = c.req.header('idempotency-key')
  const claimed =
    idempotency_key !== undefined && line.method !== 'GET' && row.secret !== true
      ? await claimKey(
          edge.database,
          caller,
          {
            value: idempotency_key,
            method: line.method,
            path: pathAndQuery(c),
            body: body?.text ?? '',
          },
          now,
        )
      : undefined
  if (claimed?.stored) return sendAgain(c, claimed.stored)

  try {
    const path = readPath(c)
    const given = body?.value ?? readQuery(c)
    const input = await parsedInput(edge, caller, line, row, path, given)
    const afterCommit: (() => void)[] = []
    const importing = given['import'] === true
    if (importing && !caller.admin) throw insufficientScope('admin')

    const base = baseUrl(c, edge)
    const work = async (db: WorkspaceDb) => {
      let existed = false
      const context: Context = {
        db,
        caller,
        now,
        emit: appendTo(db, caller, now, importing && given['emit_events'] !== true),
        cursor: pageCursor(edge.cursors, [caller.workspace_id, name], input),
        facts: { version: edge.version, rate: edge.rate?.refill ?? null, base_url: base },
        expectVersion: versionGuard(c.req.header('if-match')),
        existed: () => void (existed = true),
        afterCommit: (task) => afterCommit.push(task),
      }
      // Parsed by this very row's schema above.
      const output: unknown = await verb(context, input as never)
      if (edge.checksAnswers) row.output.parse(output)
      const etags = edge.profile === 'full'
      const answered = written(row, output, { base, existed, etags })
      claimed?.finish(db, answered)
      return answered
    }

    if (line.method === 'GET')
      return send(c, await work(edge.database.reading(caller.workspace_id)))
    const answered = await edge.database.transaction(caller.workspace_id, work)
    edge.noteWrites(1)
    for (const task of afterCommit) task()
    return send(c, answered)
  } catch (thrown) {
    if (claimed) await keepRefusal(claimed, thrown, c.get('requestId'))
    throw thrown
  }
}

function refuseScope(caller: Caller, row: Row): void {
  if (row.scope === 'read') return
  if (caller.scope !== 'write') throw insufficientScope('write')
  if (row.scope === 'admin' && !caller.admin) throw insufficientScope('admin')
}

function countRequest(c: HttpContext<Env>, edge: Edge, caller: Caller, now: Date): void {
  if (edge.rate === null || caller.key_id === null) return
  const { refill, burst } = edge.rate
  c.header('RateLimit-Policy', `"default";q=${burst};w=${Math.ceil(burst / refill)}`)
  const { left, refillSeconds } = edge.keyBuckets.take(caller.key_id, now)
  c.header('RateLimit', `"default";r=${left};t=${refillSeconds}`)
}

async function parsedInput(
  edge: Edge,
  caller: Caller,
  line: RequestLine,
  row: Row,
  path: Record<string, string>,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const read = row.input.safeParse(given)
  const typo = line.method === 'PATCH' && recognisesNothing(row, given)
  if (read.success && !typo) {
    const input = { ...(read.data as Record<string, unknown>), ...path }
    return line.sendsBody && given['import'] !== true ? withoutImportFields(input) : input
  }
  // A missing resource is told before an invalid body is.
  await edge.located[resourceOf(line)]?.(edge.database.reading(caller.workspace_id), path)
  throw read.success
    ? invalidField('', 'nothing_recognised', 'The body names no field that can be changed.')
    : invalidInput(read.error, line)
}

/** Where a thing came from and when is taken as given from imports alone. */
const withoutImportFields = ({
  external_ref: _external_ref,
  created_at: _created_at,
  updated_at: _updated_at,
  ...input
}: Record<string, unknown>) => input

/** `/cards/:card_id/move` acts on `/cards/:card_id`. */
const resourceOf = ({ path }: RequestLine) => /^.*:\w+/.exec(path)?.[0] ?? ''

/** A typo such as `complete` must not look as if it had worked. */
function recognisesNothing(row: Row, given: Record<string, unknown>): boolean {
  const names = Object.keys(given)
  return names.length > 0 && !names.some((field) => Object.hasOwn(row.input.shape, field))
}

function invalidInput(error: z.ZodError, line: RequestLine): Refusal {
  const details = error.issues.slice(0, 100).flatMap((issue) => {
    const { path, message, code } = issue
    const field = (parts: readonly PropertyKey[]) =>
      line.sendsBody ? parts.map((part) => `/${String(part)}`).join('') : String(parts[0] ?? '')
    if (issue.code !== 'unrecognized_keys') return [{ field: field(path), code, message }]
    return issue.keys.map((key) => ({ field: field([...path, key]), code, message }))
  })
  const first = details[0]
  const summary = first
    ? `${first.field.replace(/^\//, '') || 'The body'}: ${first.message}`
    : 'The request is not valid.'
  return new Refusal('validation_error', summary, { details })
}

const pathAndQuery = (c: HttpContext<Env>) => {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

const baseUrl = (c: HttpContext<Env>, edge: Edge) =>
  `${edge.publicUrl ?? new URL(c.req.url).origin}/v1`
