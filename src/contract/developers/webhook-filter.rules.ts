import type { EventKind } from '#contract/events.ts'
import type { WebhookFilter } from './webhook-resources.ts'

interface FilterPath {
  readonly field: keyof WebhookFilter
  /** The key of the id in `data`. A campaign without a list has null there. */
  readonly path: string
}

type Resource<Kind = EventKind> = Kind extends `${infer Name}.${string}` ? Name : never

const list: FilterPath = { field: 'list_ids', path: 'list_id' }
const board: FilterPath = { field: 'board_ids', path: 'board_id' }

const paths: Partial<Record<Resource, FilterPath>> = {
  board: { field: 'board_ids', path: 'id' },
  board_list: board,
  label: board,
  card: board,
  list: { field: 'list_ids', path: 'id' },
  segment: list,
  campaign: list,
  contact: list,
  post: { field: 'feedback_board_ids', path: 'board_id' },
}

/** Where an event names the id that a filter restricts; undefined for kinds that carry none, which always pass. */
export function filterPaths(kind: EventKind): FilterPath | undefined {
  // Its data does not name the list.
  if (kind === 'campaign.deleted') return undefined
  const [resource] = kind.split('.')
  return paths[resource as Resource]
}
