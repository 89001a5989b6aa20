import { documentRows } from '#contract/document-rows.ts'
import type { Row } from '#contract/endpoint.ts'
import { type EndpointName, rows } from '#contract/endpoints.ts'
import { type RequestLine, parseRequestLine } from '#contract/request-line.ts'
import type { Caller, Verb, Verbs } from '#service/context.ts'
import type { AuthenticatedContext, HttpResponse } from '#service/http/http-message.ts'
import { refuseAdditionalHeaders } from '#service/http/policy/cors.ts'
import { claimKey, keepRefusal } from '#service/http/policy/idempotency.ts'
import type { Routes } from '#service/http/router.ts'
import { insufficientScope } from '#service/refusal.ts'
import type { EndpointDependencies } from './endpoint-dependencies.ts'
import { type EndpointDefinition, createExecutor } from './execute-endpoint.ts'
import { respond, replayResponse } from './json-response.ts'
import { type ReadBody, readJson } from './parse-body.ts'
import { readQuery, refuseControls } from './parse-query.ts'
import { readInput } from './validate-input.ts'

export type Endpoint = (
  exchange: AuthenticatedContext,
  path: Record<string, string>,
) => Promise<HttpResponse>

const mebibyte = 1_048_576

/** Lays a route for every row. */
export function mount(routes: Routes<Endpoint>, edge: EndpointDependencies, verbs: Verbs): void {
  for (const [name, row] of edge.profile === 'public' ? documentRows : rows) {
    const line = parseRequestLine(name)
    // The table pairs each verb with its own row; TypeScript cannot follow a pair through a loop.
    const verb = verbs[name] as Verb<EndpointName>
    routes.add(line.method, line.path, endpointOf(edge, { name, line, row, verb }))
  }
}

/** The order of the checks is the contract's (3.2). */
function endpointOf(edge: EndpointDependencies, mounted: EndpointDefinition): Endpoint {
  const { line, row } = mounted
  const perform = createExecutor(edge, mounted)
  const locate = edge.located[resourceOf(line)]

  async function inputOf(
    { asked, caller }: AuthenticatedContext,
    path: Record<string, string>,
    body: ReadBody | undefined,
  ) {
    refuseControls(path)
    const given = body?.value ?? readQuery(asked.search)
    const read = readInput(row, line, given)
    // A missing resource is told before an invalid body is.
    if ('refusal' in read) {
      await locate?.(edge.database.readOnly(caller.workspace_id), path)
      throw read.refusal
    }
    const isImport = given['import'] === true
    if (isImport && !caller.admin) throw insufficientScope('admin')
    return {
      input: { ...read.input, ...path },
      isSilent: isImport && given['emit_events'] !== true,
    }
  }

  return async (exchange, path) => {
    const { asked, caller } = exchange
    const now = new Date()
    refuseScope(caller, row)
    edge.count(exchange, now)
    if (edge.profile === 'public') refuseAdditionalHeaders(asked)
    const body = line.sendsBody ? await readJson(asked, row.body_bytes ?? mebibyte) : undefined
    const value = asked.headers['idempotency-key']
    const claimed =
      value !== undefined && line.method !== 'GET' && row.secret !== true
        ? await claimKey(edge.database, exchange, { value, body: body?.text ?? '' }, now)
        : undefined
    if (claimed?.stored) return replayResponse(exchange, claimed.stored)
    try {
      const input = await inputOf(exchange, path, body)
      return respond(exchange, await perform({ exchange, now, ...input, claimed }))
    } catch (thrown) {
      if (claimed) await keepRefusal(claimed, thrown, exchange.request_id)
      throw thrown
    }
  }
}

function refuseScope(caller: Caller, row: Row): void {
  if (row.scope === 'read') return
  if (caller.scope !== 'write') throw insufficientScope('write')
  if (row.scope === 'admin' && !caller.admin) throw insufficientScope('admin')
}

/** `/cards/:card_id/move` acts on `/cards/:card_id`. */
const resourceOf = ({ path }: RequestLine) => /^.*:\w+/.exec(path)?.[0] ?? ''
