import { cleaned } from '#client/importers/core/clean-value.ts'
import type { Place } from '#client/importers/core/import-outcomes.ts'
import { lengthOf, manyLines, oneLine } from '#client/importers/core/sanitize.ts'
import type { FeedbackReading } from './feedback-builder.ts'

interface Given {
  /** As `issues[].title`, for notes. */
  readonly of: string
  readonly title: unknown
  readonly details: unknown
}

const limits = { title: 255, details: 50_000, comment: 10_000 } as const

/**
 * Title and details of a post; undefined after rejecting one without a title, or with more details than fit. A title
 * that is too long is shortened and stands whole before the details.
 */
export function postTexts(
  { notebook }: FeedbackReading,
  { path, id }: Place,
  { of, ...given }: Given,
): { title: string; details: string } | undefined {
  const reject = (reason: string): undefined => {
    notebook.reject({ kind: 'posts', path, id, reason })
  }
  const name = id ?? path
  const title = cleaned(notebook, `${of}.title`, name, given.title, oneLine).text
  const written = cleaned(notebook, `${of}.body`, name, given.details, manyLines).text
  if (title === '') return reject('it has no title')
  const short = shortened(title)
  const details = short === title ? written : [title, written].filter(Boolean).join('\n\n')
  if (short !== title) {
    notebook.note(
      `${of}.title: more than ${limits.title} characters, shortened; the whole stands before the details`,
      name,
    )
  }
  const length = lengthOf(details)
  if (length <= limits.details) return { title: short, details }
  return reject(`its details have ${length} characters, more than ${limits.details}`)
}

function shortened(title: string): string {
  const chars = [...title]
  if (chars.length <= limits.title) return title
  return `${chars
    .slice(0, limits.title - 1)
    .join('')
    .trimEnd()}…`
}

/** The text of a comment; undefined after rejecting one that is blank or too long. */
export function commentText(
  { notebook }: FeedbackReading,
  { path, id }: Place,
  value: unknown,
): string | undefined {
  const body = cleaned(notebook, 'comments[].body', id ?? path, value, manyLines).text
  const length = lengthOf(body)
  const reason =
    body.trim() === ''
      ? 'it is blank'
      : length > limits.comment && `it has ${length} characters, more than ${limits.comment}`
  if (reason === false) return body
  notebook.reject({ kind: 'comments', path, id, reason })
  return undefined
}
