import { sqlState } from '#service/db/sql-state.ts'
import { conflict, type Refusal } from '#service/refusal.ts'

const uniqueViolation = '23505'

/** A write that loses a race for something unique is refused with the reason; it is no failure of the service. */
export async function unlessTaken<T>(write: Promise<T>, refusal: () => Refusal): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw sqlState(error) === uniqueViolation ? refusal() : error
  }
}

export const refTaken = (id: string) =>
  conflict('external_ref_taken', `This external_ref belongs to ${id}.`, {
    field: '/external_ref',
    id,
  })

/** By a request that came at the same moment. */
export const refTakenNow = () =>
  conflict('external_ref_taken', 'Another request just took this external_ref.', {
    field: '/external_ref',
  })
