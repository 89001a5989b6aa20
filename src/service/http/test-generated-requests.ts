import fc from 'fast-check'

import type { Row } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { schemaOf } from '#contract/openapi-schema.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { objectOf, objectText } from './test-generated-values.ts'
import {
  headers,
  rawBodies,
  rawQueries,
  rawValues,
  segments,
  strangeNames,
} from './test-hostile-requests.ts'
import { idFor } from './test-ids.ts'

export interface GeneratedRequest {
  /** The row that must answer. */
  readonly name: EndpointName
  readonly method: string
  /** Path and query below `/v1`; ids stand in it as `@con#7@`. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Requests of one row: half of them as its schema allows, half with something wrong or strange in them. */
export function requestsOf(name: EndpointName, row: Row): fc.Arbitrary<GeneratedRequest> {
  const { method, path, sendsBody } = parseRequestLine(name)
  const members = objectOf(schemaOf(row.input, 'input'), path)
  const make = (hostile: boolean) =>
    fc
      .record({
        target: targetOf(path, hostile),
        members: hostile ? fc.tuple(members, spoilt(row)).map((parts) => parts.flat()) : members,
        headers: hostile ? headers : fc.constant({}),
        raw: hostile
          ? fc.option(sendsBody ? rawBodies : rawQueries, { freq: 2 })
          : fc.constant(null),
      })
      .map((parts) => ({
        name,
        method,
        headers: parts.headers,
        target: sendsBody
          ? parts.target
          : `${parts.target}?${parts.raw ?? queryText(parts.members)}`,
        body: sendsBody ? (parts.raw ?? objectText(parts.members)) : undefined,
      }))
  return fc.oneof(make(false), make(true))
}

/** Some of the row's own fields again with another value, and some that it never had. */
const spoilt = (row: Row): fc.Arbitrary<[string, string][]> =>
  fc.array(fc.tuple(fc.constantFrom(...Object.keys(row.input.shape), ...strangeNames), rawValues), {
    maxLength: 3,
  })

/** The address with an id in each place that has one; a hostile one may hold anything that stays in its place. */
function targetOf(path: string, hostile: boolean): fc.Arbitrary<string> {
  const places = path.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part)
    if (part === ':kind') return fc.constantFrom('card.moved', 'none')
    if (part === ':tag') return fc.constantFrom('t', 'T', 'vip', 'none')
    const known = fc.nat(19).map((turn) => `@${idFor(path, part.slice(1)) ?? 'any'}#${turn}@`)
    return hostile ? fc.oneof({ weight: 3, arbitrary: known }, segments) : known
  })
  return fc.tuple(...places).map((parts) => parts.join('/'))
}

/** Texts without their quotes; whatever else a value is, its JSON. */
const queryText = (members: readonly (readonly [string, string])[]) =>
  members
    .map(([name, text]) => {
      const value: unknown = text.startsWith('"') ? JSON.parse(text) : text
      return `${escaped(name)}=${escaped(String(value))}`
    })
    .join('&')

/** Ids keep their place-holders, and half a character becomes a whole strange one. */
const escaped = (text: string) =>
  encodeURIComponent(Buffer.from(text).toString()).replace(/%40(\w{3})%23(\d+)%40/g, '@$1#$2@')
