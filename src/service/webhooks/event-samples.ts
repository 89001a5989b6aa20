import type { Changes, EventData, EventKind } from '#contract/events.ts'

interface SampleInput {
  readonly id: string
  readonly created_at: Date
  readonly webhook_id: string
}

interface Sample<Kind extends EventKind> {
  readonly id: string
  readonly event: Kind
  readonly created_at: string
  readonly data: EventData[Kind]
  readonly changes?: Changes
}

/** An event as `createEmit` of the outbox serializes it, with the keys in the same order. */
export function createSample<Kind extends EventKind>(kind: Kind, input: SampleInput): Sample<Kind> {
  const data = createData(input)[kind]
  const before = previous[kind]
  return {
    id: input.id,
    event: kind,
    created_at: input.created_at.toISOString(),
    data,
    ...(before && { changes: changesOf(before, data) }),
  }
}

/** The fields that a kind reports as changed, with the values before. Their values now are those of the data. */
const previous: { readonly [Kind in EventKind]?: Partial<EventData[Kind]> } = {
  'board.updated': { name: 'Roadmap' },
  'board_list.updated': { wip_limit: null },
  'label.updated': { color: 'green' },
  'card.updated': { due_at: null },
  'card.moved': { list_id: sampleId('bls', 2), position: 3 },
  'list.updated': { description: null },
  'segment.updated': { name: 'Customers' },
  'campaign.updated': { subject: 'News from November' },
  'campaign.scheduled': { status: 'draft', scheduled_at: null },
  'contact.updated': { tags: [] },
  'post.updated': { tags: [] },
  'post.status_changed': { status: 'open' },
  'comment.updated': { body: 'Planned for spring.' },
  'comment.internal_updated': { body: 'Two customers asked for this.' },
  'portal_user.updated': { name: 'Maya' },
  'changelog.updated': { title: 'Dark theme' },
  'changelog.scheduled': { status: 'draft', publish_at: null },
  'changelog_subscriber.updated': { status: 'pending' },
}

function changesOf(before: object, data: object): Changes {
  const after = new Map(Object.entries(data))
  return Object.fromEntries(
    Object.entries(before).map(([field, from]) => [field, { from, to: after.get(field) }]),
  )
}

/** An id that no record has: its time is 1970. */
function sampleId(prefix: string, number = 1): string {
  return `${prefix}_${String(number).padStart(26, '0')}`
}

const day = 86_400_000

function createData({ created_at, webhook_id }: SampleInput): EventData {
  const now = created_at.toISOString()
  const created = new Date(created_at.getTime() - 14 * day).toISOString()
  const nextWeek = new Date(created_at.getTime() + 7 * day).toISOString()
  const stored = { external_ref: null, version: '2', created_at: created, updated_at: now }
  const deleted = (id: string) => ({ id, deleted_at: now })

  const boardList: EventData['board_list.created'] = {
    id: sampleId('bls'),
    board_id: sampleId('brd'),
    name: 'In progress',
    position: 2,
    completes_cards: false,
    card_count: 1,
    archived: false,
    wip_limit: 5,
    external_ref: null,
    version: '2',
  }
  const label: EventData['label.created'] = {
    id: sampleId('lbl'),
    board_id: sampleId('brd'),
    name: 'Design',
    color: 'purple',
    external_ref: null,
    version: '2',
  }
  const board: EventData['board.created'] = {
    id: sampleId('brd'),
    name: 'Product roadmap',
    description: 'What we build next.',
    lists: [boardList],
    labels: [label],
    archived: false,
    archived_at: null,
    card_count: 1,
    ...stored,
  }
  const inBoard = { board_id: sampleId('brd') }

  const member = { id: sampleId('mem'), name: 'Jamie Tran', avatar_url: null }
  const card: EventData['card.created'] = {
    id: sampleId('crd'),
    board_id: sampleId('brd'),
    list_id: sampleId('bls'),
    name: 'Add a dark theme',
    description: 'Follow the setting of the system.',
    label_ids: [sampleId('lbl')],
    members: [member],
    due_at: nextWeek,
    start_at: null,
    dates: { start_at: null, due_at: nextWeek },
    completed: false,
    completed_at: null,
    status: 'open',
    position: 1,
    post_id: sampleId('pst'),
    ...stored,
  }

  const list: EventData['list.created'] = {
    id: sampleId('lst'),
    name: 'Newsletter',
    description: 'Once a month.',
    double_opt_in: true,
    archived: false,
    subscriber_count: 1204,
    counts: {
      total: 1290,
      pending: 12,
      subscribed: 1204,
      unsubscribed: 61,
      bounced: 11,
      complained: 2,
    },
    ...stored,
  }
  const inList = { list_id: sampleId('lst') }
  const segment: EventData['segment.created'] = {
    id: sampleId('seg'),
    list_id: sampleId('lst'),
    name: 'VIP customers',
    contact_count: 87,
    filter: { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 'vip' }] },
    ...stored,
  }
  const campaign: EventData['campaign.created'] = {
    id: sampleId('cmp'),
    name: 'November news',
    subject: 'What’s new in November',
    preview_text: 'A dark theme, faster boards and more.',
    status: 'draft',
    from: { name: 'Example Team', email_address: 'news@example.com' },
    list_id: sampleId('lst'),
    segment_id: null,
    scheduled_at: null,
    sent_at: null,
    stats: { recipients: 0, delivered: 0, opens_unique: 0, open_rate: 0 },
    ...stored,
  }
  const contact = (status: EventData['contact.created']['status']) => ({
    id: sampleId('con'),
    list_id: sampleId('lst'),
    email_address: 'maya@example.com',
    status,
    tags: ['vip'],
  })
  const enrollment: EventData['automation.enrolled'] = {
    id: sampleId('enr'),
    automation_id: sampleId('aut'),
    contact_id: sampleId('con'),
    status: 'active',
    version: '1',
    created_at: created,
    completed_at: null,
  }

  const userRef = {
    id: sampleId('usr'),
    external_id: 'customer-42',
    email: 'maya@example.com',
    name: 'Maya Chen',
    avatar_url: null,
  }
  const user: EventData['portal_user.created'] = {
    ...userRef,
    attributes: { plan: 'Pro' },
    counters: { posts: 1, votes: 4, comments: 2 },
    last_seen_at: now,
    version: '2',
    created_at: created,
    updated_at: now,
  }
  const post: EventData['post.created'] = {
    id: sampleId('pst'),
    board_id: sampleId('fbd'),
    title: 'Dark mode',
    details: 'My eyes hurt when I work at **night**.',
    status: 'open',
    tags: ['design'],
    owner: member,
    eta: null,
    author: { type: 'user', id: userRef.id, name: userRef.name, avatar_url: null },
    vote_count: 9,
    imported_votes: 3,
    votes_total: 12,
    merged_imported_votes: 0,
    comment_count: 3,
    internal_comment_count: 1,
    merged_into_id: null,
    url: null,
    deleted_at: null,
    ...stored,
  }
  const vote: EventData['vote.created'] = {
    id: sampleId('vot'),
    post_id: sampleId('pst'),
    user_id: userRef.id,
    user: userRef,
    version: '1',
    created_at: now,
  }
  const comment: EventData['comment.created'] = {
    id: sampleId('cmt'),
    post_id: sampleId('pst'),
    parent_id: null,
    body: 'We plan this for spring.',
    internal: false,
    author: { type: 'team', ...member },
    ...stored,
  }
  const note: EventData['comment.created'] = {
    ...comment,
    body: 'Three customers asked for this.',
    internal: true,
  }
  const inPost = { post_id: sampleId('pst') }

  const entry: EventData['changelog.created'] = {
    id: sampleId('chg'),
    title: 'A dark theme',
    body: 'Workspaces can be **dark** now.',
    status: 'draft',
    label_ids: [sampleId('cll')],
    publish_at: null,
    published_at: null,
    notify: true,
    post_ids: [sampleId('pst')],
    author: member,
    url: null,
    ...stored,
  }
  const subscriber: EventData['changelog_subscriber.created'] = {
    id: sampleId('sub'),
    email: 'maya@example.com',
    status: 'confirmed',
    external_ref: null,
    version: '2',
    created_at: created,
  }
  const webhook: EventData['webhook.disabled'] = {
    id: webhook_id,
    description: 'Orders',
    host: 'example.com',
    disabled_reason: 'failing',
    disabled_at: created,
  }

  return {
    'board.created': board,
    'board.updated': board,
    'board.archived': { ...board, archived: true, archived_at: now },
    'board.unarchived': board,
    'board.deleted': deleted(board.id),
    'board_list.created': boardList,
    'board_list.updated': boardList,
    'board_list.archived': { ...boardList, archived: true },
    'board_list.deleted': { ...deleted(boardList.id), ...inBoard },
    'label.created': label,
    'label.updated': label,
    'label.deleted': { ...deleted(label.id), ...inBoard },
    'card.created': card,
    'card.updated': card,
    'card.moved': card,
    'card.completed': { ...card, completed: true, completed_at: now },
    'card.reopened': card,
    'card.archived': { ...card, status: 'archived' },
    'card.unarchived': card,
    'card.deleted': { ...deleted(card.id), ...inBoard },
    'card.restored': card,
    'list.created': list,
    'list.updated': list,
    'list.archived': { ...list, archived: true },
    'list.unarchived': list,
    'list.deleted': deleted(list.id),
    'segment.created': segment,
    'segment.updated': segment,
    'segment.deleted': { ...deleted(segment.id), ...inList },
    'campaign.created': campaign,
    'campaign.updated': campaign,
    'campaign.scheduled': { ...campaign, status: 'scheduled', scheduled_at: nextWeek },
    'campaign.sending': { ...campaign, status: 'sending', scheduled_at: now },
    'campaign.sent': {
      ...campaign,
      status: 'sent',
      scheduled_at: created,
      sent_at: now,
      stats: { recipients: 1204, delivered: 1196, opens_unique: 0, open_rate: 0 },
    },
    'campaign.paused': { ...campaign, status: 'paused', scheduled_at: now },
    'campaign.cancelled': { ...campaign, status: 'cancelled' },
    'campaign.failed': { ...campaign, status: 'error', scheduled_at: now },
    'campaign.deleted': deleted(campaign.id),
    'automation.enrolled': enrollment,
    'automation.completed': { ...enrollment, status: 'completed', completed_at: now },
    'contact.created': contact('subscribed'),
    'contact.updated': contact('subscribed'),
    'contact.subscribed': contact('subscribed'),
    'contact.unsubscribed': contact('unsubscribed'),
    'contact.bounced': contact('bounced'),
    'contact.complained': contact('complained'),
    'contact.deleted': { ...deleted(sampleId('con')), ...inList },
    'post.created': post,
    'post.updated': post,
    'post.status_changed': { ...post, status: 'planned' },
    'post.deleted': { ...deleted(post.id), board_id: post.board_id },
    'post.restored': post,
    'post.merged': { ...post, merged_into_id: sampleId('pst', 2) },
    'vote.created': vote,
    'vote.deleted': { ...deleted(vote.id), ...inPost, user_id: userRef.id },
    'comment.created': comment,
    'comment.updated': comment,
    'comment.deleted': { ...deleted(comment.id), ...inPost },
    'comment.internal_created': note,
    'comment.internal_updated': note,
    'comment.internal_deleted': { ...deleted(note.id), ...inPost },
    'portal_user.created': user,
    'portal_user.updated': user,
    'portal_user.deleted': { ...deleted(user.id), merged_into_id: null },
    'changelog.created': entry,
    'changelog.updated': entry,
    'changelog.scheduled': { ...entry, status: 'scheduled', publish_at: nextWeek },
    'changelog.published': { ...entry, status: 'published', publish_at: now, published_at: now },
    'changelog.unpublished': entry,
    'changelog.deleted': deleted(entry.id),
    'changelog_subscriber.created': subscriber,
    'changelog_subscriber.updated': subscriber,
    'changelog_subscriber.deleted': deleted(subscriber.id),
    'settings.changed': { type: 'workspace', id: sampleId('wsp'), action: 'updated' },
    'webhook.disabled': webhook,
    'webhook.test': { webhook_id, message: 'This is a test from Workspace Admin.' },
  }
}
