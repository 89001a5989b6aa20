/** Waits for all promises, also when one rejects: no statement may outlive its transaction. */
export async function settleAll<const Promises extends readonly Promise<unknown>[]>(
  promises: Promises,
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
