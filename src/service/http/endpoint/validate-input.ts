import type { Row } from '#contract/endpoint.ts'
import type { RequestLine } from '#contract/request-line.ts'
import { Refusal, invalidField } from '#service/refusal.ts'

type Fields = Record<string, unknown>
type ParseError = NonNullable<ReturnType<Row['input']['safeParse']>['error']>

/** Each parameter once, and never empty: a filter that is empty by mistake must not be ignored. */
export function parseQuery(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  if (search === '') return query
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in query) throw invalidField(name, 'repeated', `Duplicate parameter: ${name}.`)
    if (value === '') throw invalidField(name, 'empty', `Empty parameter: ${name}.`)
    query[name] = value
  }
  return query
}

/** No id contains a control character, so such a resource does not exist. */
export function refuseControlCharacters(params: Readonly<Record<string, string>>): void {
  for (const name in params)
    if (/\p{Cc}/u.test(params[name] ?? '')) throw new Refusal('not_found', 'No such id exists.')
}

/** The input of the verb, or the refusal of an invalid one: the caller decides when to throw it. */
export function validateInput(
  row: Row,
  line: RequestLine,
  fields: Fields,
): { readonly input: Fields } | { readonly refusal: Refusal } {
  const result = row.input.safeParse(fields)
  if (!result.success) return { refusal: invalidInput(result.error, line) }
  if (line.method === 'PATCH' && hasOnlyUnknownFields(row, fields))
    return {
      refusal: invalidField('', 'nothing_recognised', 'The body has no field that can be changed.'),
    }
  const input: Fields = result.data
  return { input: line.sendsBody && fields['import'] !== true ? withoutImportFields(input) : input }
}

/** Origin and times of a record can be set by imports only. */
const withoutImportFields = ({
  external_ref: _external_ref,
  created_at: _created_at,
  updated_at: _updated_at,
  ...input
}: Fields) => input

/** A typo such as `complete` must not look like a successful change. */
function hasOnlyUnknownFields(row: Row, fields: Fields): boolean {
  const names = Object.keys(fields)
  return names.length > 0 && !names.some((field) => Object.hasOwn(row.input.shape, field))
}

function invalidInput(error: ParseError, line: RequestLine): Refusal {
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
    : 'Invalid request.'
  return new Refusal('validation_error', summary, { details })
}
