/** On time on a slow line, and far below the 10 MiB limit of the service; one item may be larger. */
const maxBytes = 750_000

/** Items in requests of at most `limit` and not too large. `toBody` is what an item sends. */
export function* splitIntoBatches<Item>(
  items: readonly Item[],
  limit: number,
  toBody: (item: Item) => unknown,
): Generator<Item[]> {
  const utf8 = new TextEncoder()
  let batch: Item[] = []
  let bytes = 0
  for (const item of items) {
    const size = utf8.encode(JSON.stringify(toBody(item))).length + 1
    if (batch.length === limit || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
