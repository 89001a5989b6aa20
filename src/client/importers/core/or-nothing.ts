/** Undefined when the service says that there is no such thing. */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'not_found') return undefined
    throw error
  }
}
