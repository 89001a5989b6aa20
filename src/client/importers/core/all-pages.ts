import type { Page } from '#contract/primitives.ts'

/** Every item of a list, page by page. */
export async function allPages<Item>(
  read: (page: { starting_after?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  let next: string | null = null
  do {
    const page: Page<Item> = await read(next === null ? {} : { starting_after: next })
    for (const item of page.data) items.push(item)
    next = page.paging.next
  } while (next !== null)
  return items
}
