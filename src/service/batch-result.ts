import type { BatchResult } from '#contract/batch-result.ts'
import { type ErrorDetail, statusOf } from '#contract/errors.ts'
import { Refusal } from './refusal.ts'

/** The result of an item that was refused. Any other error fails the whole batch. */
export function refusedItem(error: unknown): Pick<BatchResult, 'status' | 'error'> {
  if (!(error instanceof Refusal)) throw error
  const { code, message, extra } = error
  return {
    status: extra.status ?? statusOf[code],
    error: { code, message, ...(extra.details ? { details: [...extra.details] } : {}) },
  }
}

/** The result of an item that does not match its schema. */
export const invalidItem = (
  issues: readonly ErrorDetail[] = [],
): Pick<BatchResult, 'status' | 'error'> => ({
  status: statusOf.validation_error,
  error: {
    code: 'validation_error',
    message: issues[0]?.message ?? 'Invalid item.',
    details: [...issues],
  },
})
