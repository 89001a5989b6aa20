import { documentRows } from '#contract/document-rows.ts'
import type { Row } from '#contract/endpoint.ts'
import { type EndpointName, rows } from '#contract/endpoints.ts'
import { type RequestLine, parseRequestLine } from '#contract/request-line.ts'
import type { Caller, Verb, Verbs } from '#service/context.ts'
import type { AuthenticatedContext, HttpResponse } from '#service/http/http-message.ts'
import { refuseAdditionalHeaders } from '#service/http/policy/cors.ts'
import { claimIdempotencyKey, storeRefusal } from '#service/http/policy/idempotency.ts'
import type { Router } from '#service/http/router.ts'
import { insufficientScope } from '#service/refusal.ts'
import type { EndpointDependencies } from './endpoint-dependencies.ts'
import { type EndpointDefinition, createExecutor } from './execute-endpoint.ts'
import { respond, replayResponse } from './json-response.ts'
import { type ParsedBody, parseBody } from './parse-body.ts'
import { parseQuery, refuseControlCharacters } from './parse-query.ts'
import { validateInput } from './validate-input.ts'

export type Endpoint = (
  context: AuthenticatedContext,
  path: Record<string, string>,
) => Promise<HttpResponse>

const mebibyte = 1_048_576

/** Lays a route for every row. */
export function mountEndpoints(
  routes: Router<Endpoint>,
  dependencies: EndpointDependencies,
  verbs: Verbs,
): void {
  for (const [name, row] of dependencies.profile === 'public' ? documentRows : rows) {
    const line = parseRequestLine(name)
    // The table pairs each verb with its own row; TypeScript cannot follow a pair through a loop.
    const verb = verbs[name] as Verb<EndpointName>
    routes.add(line.method, line.path, endpointOf(dependencies, { name, line, row, verb }))
  }
}

/** The order of the checks is the contract's (3.2). */
function endpointOf(dependencies: EndpointDependencies, mounted: EndpointDefinition): Endpoint {
  const { line, row } = mounted
  const perform = createExecutor(dependencies, mounted)
  const locate = dependencies.locators[resourceOf(line)]

  async function inputOf(
    { request, caller }: AuthenticatedContext,
    path: Record<string, string>,
    body: ParsedBody | undefined,
  ) {
    refuseControlCharacters(path)
    const given = body?.value ?? parseQuery(request.search)
    const read = validateInput(row, line, given)
    // A missing resource is told before an invalid body is.
    if ('refusal' in read) {
      await locate?.(dependencies.database.readOnly(caller.workspace_id), path)
      throw read.refusal
    }
    const isImport = given['import'] === true
    if (isImport && !caller.admin) throw insufficientScope('admin')
    return {
      input: { ...read.input, ...path },
      isSilent: isImport && given['emit_events'] !== true,
    }
  }

  return async (context, path) => {
    const { request, caller } = context
    const now = new Date()
    refuseScope(caller, row)
    dependencies.limitRate(context, now)
    if (dependencies.profile === 'public') refuseAdditionalHeaders(request)
    const body = line.sendsBody ? await parseBody(request, row.body_bytes ?? mebibyte) : undefined
    const value = request.headers['idempotency-key']
    const claimed =
      value !== undefined && line.method !== 'GET' && row.secret !== true
        ? await claimIdempotencyKey(
            dependencies.database,
            context,
            { value, body: body?.text ?? '' },
            now,
          )
        : undefined
    if (claimed?.stored) return replayResponse(context, claimed.stored)
    try {
      const input = await inputOf(context, path, body)
      return respond(context, await perform({ context, now, ...input, claimed }))
    } catch (thrown) {
      if (claimed) await storeRefusal(claimed, thrown, context.request_id)
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
