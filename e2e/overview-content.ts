import type { Call } from '#client/api-client.ts'
import { inHours } from './fixtures.ts'

/** Creates two sent campaigns, the later one with fewer opens, a feedback post and a draft. */
export async function fillOverview(api: Call) {
  for (const [name, opens_unique] of [
    ['Spring letter', 40],
    ['Autumn letter', 60],
  ] as const)
    await api('POST /campaigns', {
      name,
      import: true,
      status: 'sent',
      sent_at: inHours(-opens_unique),
      stats: { recipients: 100, delivered: 100, opens_unique, clicks_unique: 5 },
    })
  const portal = await api('POST /feedback/boards', { name: 'Ideas' })
  await api('POST /feedback/posts', { board_id: portal.id, title: 'A darker theme' })
  await api('POST /feedback/changelog/entries', { title: 'Not ready yet' })
}
