import type { CallVerb } from '#service/in-process.ts'

/** Something worth looking at in a new workspace. */
export async function fillExample(call: CallVerb): Promise<void> {
  await call('POST /boards', {
    name: 'Autumn launch',
    lists: [
      { name: 'Ideas' },
      { name: 'Ready' },
      { name: 'Doing', wip_limit: 5 },
      { name: 'Review' },
      { name: 'Done', completes_cards: true },
    ],
    labels: [
      { name: 'Copy', color: 'sky' },
      { name: 'Design', color: 'purple' },
    ],
  })
}
