import { ApiError } from '#client/api-error.ts'

/** For the `catch` of a read: nothing is there. Whatever else went wrong says nothing about that. */
export function noneHere(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}
