import { allPages } from '#client/importers/core/all-pages.ts'
import { nameKey } from '#client/importers/core/name-key.ts'
import type { FeedbackRun } from './feedback-import-context.ts'

/** Made before the posts, one after the other: two posts at a time must not make one tag twice. */
export async function applyTags({ call, plan, ledger, dry, mode }: FeedbackRun): Promise<void> {
  if (plan.tags.length === 0) return
  const here = await allPages((page) => call('GET /feedback/tags', page))
  const known = new Set(here.map(({ name }) => nameKey(name)))
  for (const { name, color } of plan.tags) {
    await ledger.settle('tags', { path: 'tags', id: name }, async () => {
      if (known.has(nameKey(name))) return 'unchanged'
      const draft = { name, ...(color === undefined ? {} : { color }), ...mode }
      if (!dry) await call('POST /feedback/tags', draft)
      return 'created'
    })
  }
}
