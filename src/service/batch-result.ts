import type { BatchResult } from '#contract/batch-result.ts'
import { statusOf } from '#contract/errors.ts'
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
