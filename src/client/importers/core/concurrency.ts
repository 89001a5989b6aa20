/** Works through the items in their order, up to `limit` at the same time. Ends at the first failure. */
export async function forEachConcurrently<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  let failed = false
  const worker = async () => {
    for (const item of queue) {
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: limit }, worker))
  // Rejects only when all workers have settled: no write follows the rejection.
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
