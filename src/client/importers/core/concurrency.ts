/** Works through the items in their order, up to `limit` at the same time. Ends at the first failure. */
export async function forEachConcurrently<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const queue: Iterable<T> = { [Symbol.iterator]: () => iterator }
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
