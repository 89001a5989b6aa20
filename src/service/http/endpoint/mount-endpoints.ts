import type { Row, TextStream } from '#contract/endpoint.ts'
import { type EndpointName, rows } from '#contract/endpoints.ts'
import { publicRows } from '#contract/public-api-rows.ts'
import { type RequestLine, parseRequestLine } from '#contract/request-line.ts'
import type { Caller, Verb, Verbs } from '#service/context.ts'
import {
  type AuthenticatedContext,
  type HttpResponse,
  type RequestContext,
  setHeader,
} from '#service/http/http-message.ts'
import { refuseAdditionalHeaders } from '#service/http/policy/cors.ts'
import { claimIdempotencyKey, storeRefusal } from '#service/http/policy/idempotency.ts'
import type { Router } from '#service/http/router.ts'
import { insufficientScope } from '#service/refusal.ts'
import type { EndpointDependencies } from './endpoint-dependencies.ts'
import { type EndpointDefinition, createExecutor } from './execute-endpoint.ts'
import { replayResponse, respond } from './json-response.ts'
import { type ParsedBody, parseBody } from './parse-body.ts'
import { parseQuery, refuseControlCharacters, validateInput } from './validate-input.ts'

export type Endpoint = (
  context: AuthenticatedContext,
  params: Record<string, string>,
) => Promise<HttpResponse>

const mebibyte = 1_048_576

/** Adds a route for every row of the contract. */
export function mountEndpoints(
  router: Router<Endpoint>,
  dependencies: EndpointDependencies,
  verbs: Verbs,
): void {
  for (const [name, row] of dependencies.config.profile === 'public' ? publicRows : rows) {
    const line = parseRequestLine(name)
    // The table pairs each verb with its own row; TypeScript cannot follow a pair through a loop.
    const verb = verbs[name] as Verb<EndpointName>
    router.add(line.method, line.path, createEndpoint(dependencies, { name, line, row, verb }))
  }
}

/** The order of the checks is defined by the contract (3.2). */
function createEndpoint(
  dependencies: EndpointDependencies,
  definition: EndpointDefinition,
): Endpoint {
  const { name, line, row } = definition
  const execute = createExecutor(dependencies, definition)
  const locate = dependencies.locators[resourceOf(line)]
  const check = dependencies.networkChecks[name]

  async function readInput(
    { request, caller }: AuthenticatedContext,
    params: Record<string, string>,
    body: ParsedBody | undefined,
  ) {
    refuseControlCharacters(params)
    const fields = body?.value ?? parseQuery(request.search)
    const result = validateInput(row, line, fields)
    // A missing resource is reported before an invalid body.
    if ('refusal' in result) {
      await locate?.(dependencies.database.readOnly(caller.workspace_id), params)
      throw result.refusal
    }
    const isImport = fields['import'] === true
    if (isImport && !caller.admin) throw insufficientScope('admin')
    return {
      input: { ...result.input, ...params },
      isSilent: isImport && fields['emit_events'] !== true,
    }
  }

  return async (context, params) => {
    const { request, caller } = context
    const now = new Date()
    requireScope(caller, row)
    dependencies.limitRate(context)
    if (dependencies.config.profile === 'public') refuseAdditionalHeaders(request)
    const body = line.sendsBody ? await parseBody(request, row.body_bytes ?? mebibyte) : undefined
    const key = request.headers['idempotency-key']
    const claim =
      key !== undefined && line.method !== 'GET' && row.secret !== true
        ? await claimIdempotencyKey(dependencies.database, context, key, body?.text ?? '')
        : undefined
    if (claim?.stored) return replayResponse(context, claim.stored)
    try {
      const input = await readInput(context, params, body)
      if (check) {
        await locate?.(dependencies.database.readOnly(caller.workspace_id), params)
        await check(input.input as never) // of this row, as the verb
      }
      const result = await execute({ context, now, ...input, claim })
      return 'chunks' in result ? streamResponse(context, result) : respond(context, result)
    } catch (error) {
      if (claim) await storeRefusal(claim, error, context.request_id)
      throw error
    }
  }
}

/** Reads the next chunk when the client has accepted the one before, so that memory is bounded. */
function streamResponse(
  { request, headers }: RequestContext,
  { media_type, chunks }: TextStream,
): HttpResponse {
  setHeader(headers, 'Content-Type', `${media_type}; charset=utf-8`)
  setHeader(headers, 'Content-Disposition', 'attachment')
  if (request.method === 'HEAD') return { status: 200, headers, body: null }
  const iterator = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      // The client disconnected: the pages that remain are not read.
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return { status: 200, headers, body }
}

function requireScope(caller: Caller, row: Row): void {
  if (row.scope === 'read') return
  if (caller.scope !== 'write') throw insufficientScope('write')
  if (row.scope === 'admin' && !caller.admin) throw insufficientScope('admin')
}

/** `/cards/:card_id/move` acts on `/cards/:card_id`. */
const resourceOf = ({ path }: RequestLine) => /^.*:\w+/.exec(path)?.[0] ?? ''
