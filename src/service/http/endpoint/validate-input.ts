import type { Row } from '#contract/endpoint.ts'
import type { RequestLine } from '#contract/request-line.ts'
import { Refusal, invalidField } from '#service/refusal.ts'

type Fields = Record<string, unknown>
type Misread = NonNullable<ReturnType<Row['input']['safeParse']>['error']>

/** What the row's verb is given, or why it cannot be given anything. */
export function validateInput(
  row: Row,
  line: RequestLine,
  given: Fields,
): { readonly input: Fields } | { readonly refusal: Refusal } {
  const read = row.input.safeParse(given)
  if (!read.success) return { refusal: invalidInput(read.error, line) }
  if (line.method === 'PATCH' && recognisesNothing(row, given))
    return {
      refusal: invalidField(
        '',
        'nothing_recognised',
        'The body names no field that can be changed.',
      ),
    }
  const input: Fields = read.data
  return { input: line.sendsBody && given['import'] !== true ? withoutImportFields(input) : input }
}

/** Where a thing came from and when is taken as given from imports alone. */
const withoutImportFields = ({
  external_ref: _external_ref,
  created_at: _created_at,
  updated_at: _updated_at,
  ...input
}: Fields) => input

/** A typo such as `complete` must not look as if it had worked. */
function recognisesNothing(row: Row, given: Fields): boolean {
  const names = Object.keys(given)
  return names.length > 0 && !names.some((field) => Object.hasOwn(row.input.shape, field))
}

function invalidInput(error: Misread, line: RequestLine): Refusal {
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
