import type { EndpointName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { isRecord } from './is-record.ts'

/**
 * Gives the items of a list what its address said and they leave out: a card of `/boards/:board_id/cards` is of that board.
 * The public document does not show such fields.
 */
export function fromAddress(name: EndpointName, input: object, answer: unknown): unknown {
  const data = isRecord(answer) ? answer['data'] : undefined
  if (!isRecord(answer) || !Array.isArray(data) || !data.every(isRecord)) return answer
  const { params } = parseRequestLine(name)
  if (data.every((item) => params.every((param) => param in item))) return answer
  const said = Object.fromEntries(params.map((param) => [param, Reflect.get(input, param)]))
  return { ...answer, data: data.map((item) => ({ ...said, ...item })) }
}
