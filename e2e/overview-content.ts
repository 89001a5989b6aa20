import type { Call } from '#client/api-client.ts'
import { inHours } from './fixtures.ts'

/** Creates four sent campaigns, the latest with fewer opens, a feedback post and a draft. */
export async function fillOverview(api: Call) {
  for (const [name, opens_unique, hours] of [
    ['Winter letter', 45, 80],
    ['Summer letter', 45, 70],
    ['Autumn letter', 60, 60],
    ['Spring letter', 40, 40],
  ] as const)
    await api('POST /campaigns', {
      name,
      import: true,
      status: 'sent',
      sent_at: inHours(-hours),
      stats: { recipients: 100, delivered: 100, opens_unique, clicks_unique: 5 },
    })
  const portal = await api('POST /feedback/boards', { name: 'Ideas' })
  await api('POST /feedback/posts', { board_id: portal.id, title: 'A darker theme' })
  await api('POST /feedback/changelog/entries', { title: 'Not ready yet' })
}
