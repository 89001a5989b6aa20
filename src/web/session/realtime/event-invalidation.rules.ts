import type { ReadName } from '#contract/endpoints.ts'

/** An event of the stream; only the fields that invalidation needs. */
export interface StreamedEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly changes?: Readonly<Record<string, { readonly from: unknown }>> | undefined
}

/** Queries that an event makes stale; `input` limits them to some path parameters. */
interface AffectedQuery {
  readonly name: ReadName
  readonly input: Readonly<Record<string, unknown>>
}

type Rule = readonly [reads: readonly ReadName[], path?: Readonly<Record<string, string>>]

// The beginning of a kind; the first that fits decides. A path's parameter is filled from the field named after it.
const rules: readonly (readonly [beginning: string, ...Rule[]])[] = [
  [
    'card.',
    [['GET /boards/:board_id', 'GET /boards/:board_id/cards'], { board_id: 'board_id' }],
    [['GET /cards/:card_id'], { card_id: 'id' }],
    [['GET /boards', 'GET /feedback/posts/:post_id/cards', 'GET /cards', 'GET /cards/summary']],
  ],
  [
    'board_list.',
    [
      ['GET /boards/:board_id', 'GET /boards/:board_id/lists', 'GET /boards/:board_id/cards'],
      { board_id: 'board_id' },
    ],
    [['GET /boards', 'GET /cards', 'GET /cards/summary']],
  ],
  [
    'label.deleted',
    [['GET /boards/:board_id', 'GET /boards/:board_id/cards'], { board_id: 'board_id' }],
    [['GET /boards', 'GET /cards']],
  ],
  [
    'label.',
    [['GET /boards/:board_id', 'GET /boards/:board_id/cards'], { board_id: 'board_id' }],
    [['GET /boards']],
  ],
  [
    'board.deleted',
    [['GET /boards/:board_id', 'GET /boards/:board_id/lists'], { board_id: 'id' }],
    [['GET /boards', 'GET /cards', 'GET /cards/summary', 'GET /views']],
  ],
  [
    'board.',
    [['GET /boards/:board_id', 'GET /boards/:board_id/lists'], { board_id: 'id' }],
    [['GET /boards', 'GET /cards', 'GET /cards/summary']],
  ],
  // Those of the list or board are deleted with it.
  ['list.deleted', [['GET /lists/:list_id'], { list_id: 'id' }], [['GET /lists', 'GET /views']]],
  ['list.', [['GET /lists/:list_id'], { list_id: 'id' }], [['GET /lists']]],
  [
    'contact.',
    [
      [
        'GET /lists/:list_id',
        'GET /lists/:list_id/contacts',
        'GET /lists/:list_id/tags',
        'GET /lists/:list_id/segments',
        'GET /lists/:list_id/contacts/:id_or_email',
        'GET /lists/:list_id/segments/:segment_id/contacts',
      ],
      { list_id: 'list_id' },
    ],
    [['GET /lists']],
  ],
  [
    'segment.',
    [
      ['GET /lists/:list_id/segments', 'GET /lists/:list_id/segments/:segment_id/contacts'],
      { list_id: 'list_id' },
    ],
  ],
  [
    'campaign.',
    [['GET /campaigns/:campaign_id', 'GET /campaigns/:campaign_id/report'], { campaign_id: 'id' }],
    [['GET /campaigns']],
  ],
  [
    'automation.',
    [
      ['GET /automations/:automation_id', 'GET /automations/:automation_id/enrollments'],
      { automation_id: 'automation_id' },
    ],
    [['GET /automations', 'GET /lists/:list_id/contacts/:contact_id/activity']],
  ],
  [
    'vote.',
    [
      ['GET /feedback/posts/:post_id', 'GET /feedback/posts/:post_id/votes'],
      { post_id: 'post_id' },
    ],
    [['GET /feedback/posts', 'GET /feedback/users']],
  ],
  [
    'comment.',
    [
      ['GET /feedback/posts/:post_id', 'GET /feedback/posts/:post_id/comments'],
      { post_id: 'post_id' },
    ],
    [['GET /feedback/posts', 'GET /feedback/users']],
  ],
  [
    'post.',
    [['GET /feedback/posts/:post_id'], { post_id: 'id' }],
    [
      [
        'GET /feedback/posts',
        'GET /feedback/posts/similar',
        'GET /feedback/boards',
        'GET /feedback/statuses',
        'GET /feedback/tags',
      ],
    ],
  ],
  [
    'portal_user.',
    [['GET /feedback/users/:user_id'], { user_id: 'id' }],
    [['GET /feedback/users']],
  ],
  [
    'changelog.',
    [['GET /feedback/changelog/entries/:entry_id'], { entry_id: 'id' }],
    [['GET /feedback/changelog/entries', 'GET /feedback/changelog/labels']],
  ],
  ['webhook.', [['GET /webhooks/:webhook_id'], { webhook_id: 'id' }], [['GET /webhooks']]],
  ['changelog_subscriber.', [['GET /feedback/changelog/subscribers']]],
]

// An event of settings does not say which automation an enrollment belongs to.
const automations: readonly ReadName[] = [
  'GET /automations',
  'GET /automations/:automation_id',
  'GET /automations/:automation_id/enrollments',
]
const settings: Readonly<Record<string, readonly ReadName[]>> = {
  // Keys have the name of the member they belong to, and views of who shared them.
  member: ['GET /members', 'GET /api-keys', 'GET /me', 'GET /views'],
  api_key: ['GET /api-keys', 'GET /me', 'GET /views'],
  view: ['GET /views'],
  automation: automations,
  enrollment: [...automations, 'GET /lists/:list_id/contacts/:contact_id/activity'],
  webhook: ['GET /webhooks', 'GET /webhooks/:webhook_id'],
}
const configuration: readonly ReadName[] = [
  'GET /feedback/boards',
  'GET /feedback/statuses',
  'GET /feedback/tags',
  'GET /feedback/changelog/labels',
  'GET /automations',
  'GET /members',
]

/** Posts have the names of their tags; one that is deleted is replaced in them or removed. */
const ownersOfPosts = ['feedback_board', 'post_status', 'post_tag']
const posts: readonly ReadName[] = [
  'GET /feedback/posts',
  'GET /feedback/posts/similar',
  'GET /feedback/posts/:post_id',
]
const votesOfPost: readonly ReadName[] = [
  'GET /feedback/posts/:post_id',
  'GET /feedback/posts/:post_id/votes',
  'GET /feedback/posts/:post_id/activity',
]

/** Exactly the reads that an event makes stale. */
export function queriesAffectedBy({ event, data, changes }: StreamedEvent): AffectedQuery[] {
  if (event === 'settings.changed') {
    const type = String(data['type'])
    const isInPosts = ownersOfPosts.includes(type) && data['action'] !== 'created'
    // A deleted member owns no posts.
    const isOwner = type === 'member' && data['action'] === 'deleted'
    const names = [...(settings[type] ?? configuration), ...(isInPosts || isOwner ? posts : [])]
    return names.map((name) => ({ name, input: {} }))
  }
  const [, ...matches] = rules.find(([beginning]) => event.startsWith(beginning)) ?? ['']
  const affected = matches.flatMap(([reads, path = {}]) => {
    const input = Object.fromEntries(
      Object.entries(path).map(([param, field]) => [param, data[field]]),
    )
    return reads.map((name): AffectedQuery => ({ name, input }))
  })
  // A merge moves votes to the other post, and its undo moves them back.
  const kept_id =
    event === 'post.merged' ? data['merged_into_id'] : changes?.['merged_into_id']?.from
  if (typeof kept_id !== 'string') return affected
  const moved = [data['id'], kept_id].flatMap((post_id) =>
    votesOfPost.map((name) => ({ name, input: { post_id } })),
  )
  return [...affected, ...moved]
}

/** A list that neither has the card of the event nor gets it. */
function isOtherList(
  { queryKey: [, input], state }: ReadState,
  { event, data: { id, list_id } }: StreamedEvent,
): boolean {
  if (!event.startsWith('card.') || typeof list_id !== 'string') return false
  if (!isRecord(input) || input['list_id'] === undefined || input['list_id'] === list_id)
    return false
  return !resourcesIn(state.data).some((resource) => resource['id'] === id)
}

/** Parts of the cards of all boards, and their counts: what one of them has says nothing of the others. */
const isOfAllBoards = ({ queryKey: [name] }: ReadState) =>
  name === 'GET /cards' || name === 'GET /cards/summary'

interface ReadState {
  readonly queryKey: readonly unknown[]
  readonly state: { readonly data?: unknown }
}

/**
 * The queries that the event makes stale. When one of them already has this version of the resource or a later one, only
 * those with an older one: the event is that of an own mutation, whose response was merged, or a read was faster than it.
 */
export function staleQueries<Read extends ReadState>(
  reads: readonly Read[],
  event: StreamedEvent,
): readonly Read[] {
  const { id, version } = event.data
  const hasCopy = ({ state }: Read, isMatch: (copyVersion: number) => boolean) =>
    resourcesIn(state.data).some(
      (resource) => resource['id'] === id && isMatch(Number(resource['version'])),
    )
  const isNew = (copy: number) => copy >= Number(version)
  const others = reads.filter((read) => !isOfAllBoards(read))
  const across = reads.filter((read) => isOfAllBoards(read) && !hasCopy(read, isNew))
  const isKnown = others.some((read) => hasCopy(read, isNew))
  // The read of a board's first paint keeps its old cards; the lists of the board have the new ones.
  if (isKnown && event.event.startsWith('card.')) return across
  const outdated = others.filter((read) => hasCopy(read, (copy) => !isNew(copy)))
  if (isKnown) return [...outdated, ...across]
  return [...others.filter((read) => !isOtherList(read, event)), ...across]
}

/** The resource, or those of a page, or of all pages of an infinite query. */
function resourcesIn(response: unknown): Record<string, unknown>[] {
  if (!isRecord(response)) return []
  if (Array.isArray(response['pages'])) return response['pages'].flatMap(resourcesIn)
  if (Array.isArray(response['data'])) return response['data'].filter(isRecord)
  return [response]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
